/** A deal that is neither won nor lost, as far as the words of its stage tell: SQL over `opportunities`. */
export const OPEN = `COALESCE(stage, '') !~* '(^|[^[:alpha:]])(won|lost|closed)([^[:alpha:]]|$)'`;

/** An open deal of which a dimension of the evidence is unknown; the index `opportunities_gaps` holds these. */
export const OPEN_WITH_GAPS = `${OPEN} AND NOT (meddpicc ?& ARRAY['metrics', 'economic_buyer', 'decision_criteria', 'decision_process',
    'paper_process', 'identify_pain', 'champion', 'competition'])`;
