// What the service should reach, and what is said of it.

/** `floor`: what it must reach; `goal`: what it should. Of `least` a figure should be at least so much, else at most. */
export type Goal = { what: string; floor: number; goal: number; least: boolean; unit?: string };

const ratio = (what: string, floor: number, goal: number): Goal => ({ what, floor, goal, least: true });
const most = (what: string, floor: number, goal: number, unit = ''): Goal => ({
  what,
  floor,
  goal,
  least: false,
  unit,
});

/** Ratios of calls a second, by tool and connections: REST to the bare program. */
export const TO_BARE: Record<string, Record<number, Goal>> = {
  log_capture: {
    1: ratio('log_capture to bare, 1 connection', 0.8, 1),
    16: ratio('log_capture to bare, 16', 1.3, 1.8),
    64: ratio('log_capture to bare, 64', 1.8, 2.5),
  },
  read_account: {
    1: ratio('whole read_account to bare, 1 connection', 0.7, 0.9),
    16: ratio('whole read_account to bare, 16', 0.85, 1),
    64: ratio('whole read_account to bare, 64', 1, 1.2),
  },
  verify_session: {
    1: ratio('verify_session to bare capture, 1 connection', 1, 1.5),
    16: ratio('verify_session to bare capture, 16', 2, 2.5),
    64: ratio('verify_session to bare capture, 64', 3, 3.5),
  },
};

/** Ratios of calls a second over MCP to the SDK's servers with an empty tool. */
export const TO_SDK: Record<1 | 2, Record<number, Goal>> = {
  1: {
    16: ratio('MCP log_capture to SDK 1.x, empty tool, 16', 1.1, 1.5),
    64: ratio('MCP log_capture to SDK 1.x, empty tool, 64', 1.5, 2),
  },
  2: {
    16: ratio('MCP log_capture to SDK 2.x, empty tool, 16', 0.55, 0.8),
    64: ratio('MCP log_capture to SDK 2.x, empty tool, 64', 0.75, 1),
  },
};

export const P99 = most('p99 of log_capture at 16, to bare', 2, 1.3);

export const MEMORY = {
  postgres: most('memory under load, PostgreSQL', 400, 300, 'MB'),
  embedded: most('memory under load, embedded', 600, 600, 'MB'),
};

/** Twice and four times what the embedded service did on the machine where the goals were set. */
export const EMBEDDED: Record<string, Goal> = {
  log_capture: { ...ratio('embedded log_capture at 1', 406, 812), unit: '/s' },
  read_account: { ...ratio('embedded whole read_account at 1', 248, 496), unit: '/s' },
};

export const START = {
  warm: most('start to first answer, warm folder', 1.5, 1, 's'),
  empty: most('start to first answer, empty folder', 4, 3, 's'),
};

export type Reached = Goal & { value: number };

/** One line of the table of goals. */
export function lineOf({ what, floor, goal, least, unit = '', value }: Reached): string {
  const passes = (limit: number) => (least ? value >= limit : value <= limit);
  const verdict = passes(goal) ? 'goal reached' : passes(floor) ? 'floor reached' : 'MISSED';
  const number = (each: number) => (each >= 100 ? each.toFixed(0) : each.toFixed(2)).padStart(8);
  return `  ${what.padEnd(48)}${number(value)} ${unit.padEnd(3)} floor${number(floor)}  goal${number(goal)}   ${verdict}`;
}
