/** One page of a list, and the cursor of the next; null when there is none. */
export type Page<Item> = { items: Item[]; next_cursor: string | null };

/** Makes a page of rows that were queried with one more than its size. */
export function pageOf<Item extends { id: string }>(rows: Item[], most: number): Page<Item> {
  const items = rows.slice(0, most);
  return { items, next_cursor: rows.length > most ? items.at(-1)!.id : null };
}
