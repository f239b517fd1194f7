/**
 * The families of tools in the order the documents list them, each a folder of tool files here. A family's tools are
 * listed by name, after the one it names as `first`.
 */
export const FAMILIES = {
  control: {
    title: 'Control plane',
    first: 'verify_session',
    description:
      'Who the key acts for, what it may do, and the record of runs and brain state. `verify_session` is the first call of every skill.',
  },
  deals: {
    title: 'Deals',
    description: 'Captures, prospects, account plans, meetings, accounts, briefs and MEDDPICC evidence.',
  },
  gtm: {
    title: 'Go to market',
    description: 'Scoring, enrichment, target account lists, record writes, signals and plays.',
  },
  reasoning: {
    title: 'Reasoning',
    description:
      'Answers built from established facts only, each with who established it; "nothing recorded" rather than a guess.',
  },
  studio: {
    title: 'Content studio',
    description: 'The queue of drafts that a person approves, and the channels they are published to. Nothing is sent.',
  },
  teams: {
    title: 'Teams',
    description: 'Counts and outcomes of a team for the account that owns it; never contents.',
  },
} as const;

export type Family = keyof typeof FAMILIES;
