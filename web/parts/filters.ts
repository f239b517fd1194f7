/** Converts an ISO time of a page's address for the date picker, and back. */
export const toLocal = (iso: string | undefined) => (iso === undefined ? null : new Date(iso));
export const toIso = (value: string | null) => (value === null ? undefined : new Date(value).toISOString());

/** Filters without those that are not set, as a page's address keeps them. */
export const withoutEmpty = <Filters extends Record<string, string | undefined>>(filters: Filters) =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<Filters>;
