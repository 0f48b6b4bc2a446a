/** Names that are chosen for what is done with several at once. Only what is in view is ever acted on. */
export type Selection = ReadonlySet<string>;

export function toggled(selection: Selection, name: string): Selection {
  const next = new Set(selection);
  if (!next.delete(name)) next.add(name);
  return next;
}

/** From the row that was clicked last up to this one, as Shift means it everywhere. */
export function withRange(selection: Selection, names: readonly string[], from: string, to: string): Selection {
  const [start, end] = [names.indexOf(from), names.indexOf(to)];
  if (start === -1 || end === -1) return toggled(selection, to);
  return new Set([...selection, ...names.slice(Math.min(start, end), Math.max(start, end) + 1)]);
}

export function actedOn(selection: Selection, visible: readonly string[]): string[] {
  return visible.filter((name) => selection.has(name));
}

export type AllState = 'none' | 'some' | 'all';

export function allState(selection: Selection, visible: readonly string[]): AllState {
  const count = actedOn(selection, visible).length;
  if (count === 0) return 'none';
  return count === visible.length ? 'all' : 'some';
}

/** All rows in view, or none of them when all are chosen; those out of view stay as they are. */
export function withAllToggled(selection: Selection, visible: readonly string[]): Selection {
  if (allState(selection, visible) !== 'all') return new Set([...selection, ...visible]);
  return new Set([...selection].filter((name) => !visible.includes(name)));
}
