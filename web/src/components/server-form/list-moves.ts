/** Moves the item at `from` to `to`; returns the list unchanged if there is no such position. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)];
}

export function without<T>(list: readonly T[], at: number): readonly T[] {
  return list.filter((_, index) => index !== at);
}

export function replaced<T>(list: readonly T[], at: number, item: T): readonly T[] {
  return list.map((old, index) => (index === at ? item : old));
}
