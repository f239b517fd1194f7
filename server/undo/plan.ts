import type { FieldChange, UndoSteps } from '../../db/entities/undos.ts';
import type { WrittenDraft } from '../../db/statements/undos.ts';
import type { Waiting } from './waiting.ts';

/** How a record comes out of an undo. */
export type RecordAct = 'archived' | 'withdrawn' | 'changed' | 'held';

/** A value that was written, and what stood there before. */
export type Change = { attribute: string; before: string | null; after: string | null };

/** A record that an undo changes. */
export type PlannedRecord = {
  record_id: string;
  kind: string;
  name: string | null;
  account_id: string | null;
  act: RecordAct;
  changes: Change[];
};

/**
 * Why something stays: somebody changed it since, other records belong to it, somebody decided about it, it is no more under
 * its id, what stood before is no longer kept, or only in words that do not tell its form.
 */
export type StayReason = 'changed_since' | 'in_use' | 'decided' | 'gone' | 'not_kept' | 'form';

/** Something written that stays. */
export type Stay = {
  record_id: string;
  kind: string;
  name: string | null;
  account_id: string | null;
  attribute: string | null;
  /** What it says now. */
  value: string | null;
  reason: StayReason;
  user_id: string | null;
  key_id: string | null;
  at: string | null;
};

/** Something that has left, which nothing takes back. */
export type Left = {
  kind: 'published' | 'sent' | 'delivered' | 'delivering';
  name: string;
  draft_id: string | null;
  count: number;
  at: string | null;
};

/** Something of which nobody kept how it was, in words. */
export type Limit = { what: string; count: number };

/** What an undo does, and does not. */
export type Preview = {
  records: PlannedRecord[];
  stays: Stay[];
  left: Left[];
  limits: Limit[];
  /** Facts that are withdrawn. */
  facts: number;
  /** Proposals of it that wait for a person, and are closed. */
  proposals: { values: number; merges: number };
};

/** A change of an undo that is not reverted with it, because somebody changed the value since. */
export type NotBroughtBack = { record_id: string; attribute: string | null };

/** How many there are, where a preview lists the first of them. */
export type Totals = { records: number; stays: number };

/** What is done, in terms of rows. */
export type Work = {
  hold: WrittenDraft[];
  withdraw: string[];
  /** Facts that are withdrawn with a record, and come back with it. */
  factsOf: { id: string; by: string }[];
  /** Facts that are not withdrawn with a record. */
  facts: string[];
  fields: (FieldChange & { entity: string })[];
  detach: UndoSteps['detached'];
  archive: { table: string; ids: string[] }[];
  brain: { scope: string; undone: number; before: number }[];
  synced: NonNullable<UndoSteps['synced']>;
  reopen: string[];
  close: Waiting;
};

export type Plan = Preview & { work: Work };
