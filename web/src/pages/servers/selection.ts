/** Names selected for bulk actions. Only visible rows are ever acted on. */
export type Selection = ReadonlySet<string>;

export function toggled(selection: Selection, name: string): Selection {
  const next = new Set(selection);
  if (!next.delete(name)) next.add(name);
  return next;
}

/** Range selection with Shift, from the last clicked row to this one. */
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

/** Toggles all visible rows; hidden rows keep their state. */
export function withAllToggled(selection: Selection, visible: readonly string[]): Selection {
  if (allState(selection, visible) !== 'all') return new Set([...selection, ...visible]);
  return new Set([...selection].filter((name) => !visible.includes(name)));
}
