/** The eight MEDDPICC dimensions of a deal's evidence, in the acronym's order. */
export const DIMENSIONS = [
  'metrics',
  'economic_buyer',
  'decision_criteria',
  'decision_process',
  'paper_process',
  'identify_pain',
  'champion',
  'competition',
] as const;

const EVIDENCE = `(meddpicc ?& ARRAY['metrics', 'economic_buyer', 'decision_criteria', 'decision_process',
    'paper_process', 'identify_pain', 'champion', 'competition'])`;

/** A deal that is neither won nor lost: SQL over `opportunities`, whose `stage_kind` follows the stage (migration 0008). */
export const OPEN = `stage_kind = 'open'`;

/** An open deal of which a dimension of the evidence is unknown; the index `opportunities_gaps` holds these. */
export const OPEN_LACKING_EVIDENCE = `${OPEN} AND NOT ${EVIDENCE}`;

/** As `OPEN_LACKING_EVIDENCE` before stages had kinds: for migration 0001 only, which never changes. */
export const OPEN_WITH_GAPS = `COALESCE(stage, '') !~* '(^|[^[:alpha:]])(won|lost|closed)([^[:alpha:]]|$)' AND NOT ${EVIDENCE}`;
