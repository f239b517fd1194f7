/** The current facts of single-valued attributes: the condition of the index `facts_current`. */
export const CURRENT = 'single AND superseded_at IS NULL AND withdrawn_at IS NULL';

/** Those that another fact superseded: of `facts_history`. */
export const SUPERSEDED = 'single AND superseded_at IS NOT NULL';

/** By these indexes the facts of a subject are found, but for withdrawn single-valued ones that nothing superseded. */
export const BY_SUBJECT = [CURRENT, SUPERSEDED, `NOT single AND attribute <> 'capture'`];
