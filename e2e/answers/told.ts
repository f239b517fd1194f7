/** What is told to the service about one account through its tools, and what it is then asked. */
export type Told = {
  account: Record<string, unknown> & { name: string };
  opps: { facts: Record<string, unknown>; evidence: Record<string, string> }[];
  contacts: Record<string, unknown>[];
  prospects?: Record<string, unknown>[];
  captures: string[];
  meetings: { outcome: string; notes?: string; next_step?: string }[];
  plan: Record<string, string>;
  /** Each question with words of the fact that answers it, or null where nothing recorded does. */
  questions: [asked: string, right: string | null][];
};
