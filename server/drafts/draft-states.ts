/** The state of a draft (decisions 12). */
export const DRAFT_STATES = [
  'pending',
  'approved',
  'scheduled',
  'held',
  'rejected',
  'publishing',
  'published',
  'failed',
] as const;

export type DraftState = (typeof DRAFT_STATES)[number];

type Move = { from: readonly DraftState[]; to: DraftState };

/** What a reviewer can do with it; to decide on it, rather than hold it back, takes a person or a key that may approve. */
export const REVIEWS = {
  approve: { from: ['pending', 'held', 'scheduled', 'failed'], to: 'approved', decides: true, letsThrough: true },
  schedule: { from: ['pending', 'held'], to: 'scheduled', decides: true, letsThrough: true },
  hold: { from: ['pending', 'scheduled', 'rejected', 'failed'], to: 'held', decides: false, letsThrough: false },
  // An approved one that nothing has sent yet is withdrawn so: a manual one stays approved until a person sends it.
  reject: {
    from: ['pending', 'approved', 'scheduled', 'held', 'failed'],
    to: 'rejected',
    decides: true,
    letsThrough: false,
  },
} as const satisfies Record<string, Move & { decides: boolean; letsThrough: boolean }>;

export type Review = keyof typeof REVIEWS;

/** What only the publisher can do: release a scheduled draft at its time, claim it, and store how publishing ended. */
export const PUBLISHING = {
  release: { from: ['scheduled'], to: 'approved' },
  claim: { from: ['approved'], to: 'publishing' },
  publish: { from: ['publishing'], to: 'published' },
  fail: { from: ['publishing'], to: 'failed' },
} as const satisfies Record<string, Move>;

/**
 * The state after an edit. An approved draft needs a new review, and so does a rejected one; a held one stays held; one
 * that is being published or has been cannot be edited.
 */
export const AFTER_EDIT = {
  pending: 'pending',
  held: 'held',
  approved: 'pending',
  scheduled: 'pending',
  rejected: 'pending',
  failed: 'pending',
} as const satisfies Partial<Record<DraftState, DraftState>>;

/** The reviews a state allows, in the order they are offered; decisions only for callers who may approve. */
export function reviewsFrom(state: DraftState, mayApprove = true): Review[] {
  return (Object.keys(REVIEWS) as Review[]).filter((review) => {
    const { from, decides } = REVIEWS[review];
    return (from as readonly DraftState[]).includes(state) && (mayApprove || !decides);
  });
}

/** Every transition a state allows, for the message of a refused one. */
export function movesFrom(state: DraftState, mayApprove = true): string[] {
  return [...reviewsFrom(state, mayApprove), ...(state in AFTER_EDIT ? ['edit'] : [])];
}
