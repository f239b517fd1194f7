/** One call of a tool, in the order given; a string `$name` in its input is the id that an earlier call was saved as. */
export type Step = [tool: string, input: Record<string, unknown>, savedAs?: string];

/** `plain` names what it asks about, `natural` is how a seller types. Patterns are tried on "attribute | value | sentence". */
export type Question = { style: 'plain' | 'natural'; asked: string } & (
  | {
      /** Each has to match a cited fact. */
      expected: RegExp[];
      /** Superseded facts may be cited, too. */
      past?: true;
      /** Matches no cited fact. */
      not?: RegExp;
    }
  | {
      /** Why nothing recorded answers it. */
      trap: string;
      /** Every cited fact matches it, if facts are cited at all. */
      accept?: RegExp;
    }
);

/** A set of accounts that belong to one organization, and what is asked about each and across all of them. */
export type OthersSet = {
  accounts: Record<string, { steps: Step[]; questions: Question[] }>;
  acrossOrg: Question[];
};
