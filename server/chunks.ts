/** Parts of a list with at most so many items each, in their order. */
export function* chunksOf<T>(all: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
}
