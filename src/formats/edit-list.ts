import type { Edit } from './types.ts';

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.offset) + edit.text;
    at = edit.offset + edit.length;
  }
  return result + text.slice(at);
}

/** One list of edits that does what `first` and then `second` do; `second` refers to the text that `first` leaves. */
export function composeEdits(first: readonly Edit[], second: readonly Edit[]): Edit[] {
  let edits = [...first];
  // From the end, so that the offsets of the edits still to come stay right.
  for (const edit of second.toReversed()) edits = addEdit(edits, edit);
  return edits.filter((edit) => edit.length > 0 || edit.text !== '');
}

function addEdit(edits: readonly Edit[], added: Edit): Edit[] {
  const before: Edit[] = [];
  const after: Edit[] = [];
  const end = added.offset + added.length;
  // The part of the original text that the added edit and every edit it touches replace together.
  let shift = 0;
  let head = '';
  let tail = '';
  let start: number | undefined;
  let stop: number | undefined;
  for (const edit of edits) {
    const from = edit.offset + shift;
    const to = from + edit.text.length;
    if (to < added.offset) before.push(edit);
    else if (from > end) after.push(edit);
    else {
      if (start === undefined) {
        start = Math.min(edit.offset, added.offset - shift);
        head = edit.text.slice(0, Math.max(0, added.offset - from));
      }
      stop = edit.offset + edit.length + Math.max(0, end - to);
      tail = edit.text.slice(Math.min(edit.text.length, Math.max(0, end - from)));
    }
    if (from <= end) shift += edit.text.length - edit.length;
  }
  const shiftBefore = before.reduce((sum, edit) => sum + edit.text.length - edit.length, 0);
  const offset = start ?? added.offset - shiftBefore;
  const length = (stop ?? offset + added.length) - offset;
  return [...before, { offset, length, text: head + added.text + tail }, ...after];
}
