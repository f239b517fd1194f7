/** What a deal's amount is sorted and narrowed by: hundredths, whose order an index keeps under row level security. */
export const AMOUNT_KEY = 'amount_key';

/** Below every amount, so that deals without one come last where the largest come first. */
const UNKNOWN = '-1000000000000000000';

/** The largest amount, and the smallest with a minus. */
const MOST = '9999999999999999.99';

const within = (amount: string) => `GREATEST(-${MOST}, LEAST(${amount}, ${MOST})) * 100`;

/** Conditions on a deal `t` by an amount, as SQL; neither holds where the deal's is unknown. */
export const atLeast = (amount: string) => `t.${AMOUNT_KEY} >= ceil(${within(amount)})::bigint`;
export const atMost = (amount: string) =>
  `(t.${AMOUNT_KEY} > ${UNKNOWN} AND t.${AMOUNT_KEY} <= floor(${within(amount)})::bigint)`;
