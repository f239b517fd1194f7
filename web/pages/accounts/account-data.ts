import type { Answers } from '../../trpc.ts';

/** One account with the first page of each of its lists. */
export type Account = Answers['accounts']['get'];
