/** A moment of a page's address as its picker takes it, and back. */
export const toLocal = (iso: string | undefined) => (iso === undefined ? null : new Date(iso));
export const toIso = (value: string | null) => (value === null ? undefined : new Date(value).toISOString());

/** Filters as a page's address keeps them: those that are set. */
export const withoutEmpty = <Filters extends Record<string, string | undefined>>(filters: Filters) =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<Filters>;
