import { lazy } from 'react';

/** What else a record is known as; few are, so pages go without its script at first. */
export const RecordNotes = lazy(async () => ({
  default: (await import('../duplicates/record-notes.tsx')).RecordNotes,
}));
