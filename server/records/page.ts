/** One page of a list, and what to ask for the next with; null when there is none. */
export type Page<Item> = { items: Item[]; next_cursor: string | null };

/** Makes a page of rows that were asked for one more than it holds. */
export function pageOf<Item extends { id: string }>(rows: Item[], most: number): Page<Item> {
  const items = rows.slice(0, most);
  return { items, next_cursor: rows.length > most ? items.at(-1)!.id : null };
}
