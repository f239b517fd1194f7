/** Sets a value in a map of at most so many; the one set longest ago makes room. */
export function remember<Key, Value>(values: Map<Key, Value>, key: Key, value: Value, most: number): void {
  values.delete(key);
  if (values.size >= most) values.delete(values.keys().next().value!);
  values.set(key, value);
}
