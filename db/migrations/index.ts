import { Foundation } from './0001-foundation.ts';
import { KeyApproval } from './0002-key-approval.ts';

/** In the order they run. A migration that has shipped is never edited; the next change is the next entry. */
export const migrations = [Foundation, KeyApproval];
