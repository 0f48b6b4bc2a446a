import type { Edit } from './types.ts';

export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Composes two lists of edits into one; `second` refers to the text after `first`. */
export function composeEdits(first: readonly Edit[], second: readonly Edit[]): Edit[] {
  const composed: Edit[] = [];
  let group: Group | undefined;
  let shift = 0;
  let index = 0;
  /** Adds the edits of `first` that the group now overlaps. */
  const absorb = (into: Group): void => {
    for (let edit = first[index]; edit && edit.offset + shift <= into.end; edit = first[index]) {
      into.rest = edit.text.slice(Math.max(0, into.end - edit.offset - shift));
      into.until = edit.offset + edit.length;
      shift += edit.text.length - edit.length;
      index += 1;
    }
    into.until = Math.max(into.until, into.end - shift);
  };
  for (const added of second) {
    if (group && added.offset <= group.end + group.rest.length) {
      extend(group, added);
    } else {
      if (group) composed.push(closed(group));
      for (let edit = first[index]; edit; edit = first[index]) {
        if (edit.offset + shift + edit.text.length >= added.offset) break;
        composed.push(edit);
        shift += edit.text.length - edit.length;
        index += 1;
      }
      group = begun(added, first[index], shift);
    }
    absorb(group);
  }
  if (group) composed.push(closed(group));
  return [...composed, ...first.slice(index)].filter((edit) => edit.length > 0 || edit.text !== '');
}

/** Edits that touch each other and are merged. */
interface Group {
  /** The range they replace in the original text. */
  readonly offset: number;
  until: number;
  /** How much of the text between is consumed, and the rest of an edit that extends further. */
  end: number;
  rest: string;
  text: string;
}

function begun(added: Edit, touched: Edit | undefined, shift: number): Group {
  const from = touched ? touched.offset + shift : Number.POSITIVE_INFINITY;
  const offset = Math.min(added.offset - shift, touched?.offset ?? Number.POSITIVE_INFINITY);
  const head = touched && from < added.offset ? touched.text.slice(0, added.offset - from) : '';
  return { offset, until: offset, end: added.offset + added.length, rest: '', text: head + added.text };
}

function extend(group: Group, added: Edit): void {
  const end = added.offset + added.length;
  group.text += group.rest.slice(0, added.offset - group.end) + added.text;
  group.rest = group.rest.slice(end - group.end);
  group.end = end;
}

function closed({ offset, until, text, rest }: Group): Edit {
  return { offset, length: until - offset, text: text + rest };
}

/** All groups except those that overlap an earlier one. */
export function apart(groups: readonly Edit[][]): Edit[][] {
  const taken: Edit[] = [];
  return groups.filter((group) => {
    const places = group.map((edit) => firstBehind(taken, edit));
    const meets = group.some((edit, index) => {
      const [before, after] = [taken[(places[index] as number) - 1], taken[places[index] as number]];
      if (before && before.offset + before.length >= edit.offset) return true;
      return after !== undefined && edit.offset + edit.length >= after.offset;
    });
    if (!meets) for (const [index, edit] of group.entries()) taken.splice((places[index] as number) + index, 0, edit);
    return !meets;
  });
}

/** Index of the first sorted edit that starts after the start of this one. */
function firstBehind(edits: readonly Edit[], { offset }: Edit): number {
  let low = 0;
  for (let high = edits.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((edits[middle] as Edit).offset <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
