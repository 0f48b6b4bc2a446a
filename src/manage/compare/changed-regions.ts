import { applyEdits } from '../../formats/edit-list.ts';
import type { Edit } from '../../formats/types.ts';
import type { FileChange } from '../../store/write/plan.ts';
import { TextLines } from './text-lines.ts';

/** A range of old lines and its replacement text. */
export interface Region {
  readonly from: number;
  readonly to: number;
  readonly lines: TextLines;
  /** Line number of its first line in the new text. */
  readonly base: number;
}

/** `newText` is optional when the edits are known. */
export function regionsOf(change: FileChange, lines: TextLines): Region[] {
  if (!change.edits) {
    const { before = '', after = '' } = change;
    return before === after ? [] : [{ from: 0, to: lines.count, lines: new TextLines(after), base: 0 }];
  }
  let grown = 0;
  return editedLines(change.edits, lines).map(([from, to, edits]) => {
    const start = lines.startOf(from);
    const moved = edits.map((edit) => ({ ...edit, offset: edit.offset - start }));
    const now = new TextLines(applyEdits(lines.text.slice(start, lines.startOf(to)), moved));
    const region = { from, to, lines: now, base: from + grown };
    grown += now.count - (to - from);
    return region;
  });
}

/** The lines touched by edits, with these edits. */
function editedLines(edits: readonly Edit[], lines: TextLines): [from: number, to: number, edits: Edit[]][] {
  const found: [number, number, Edit[]][] = [];
  for (const edit of edits) {
    const from = lines.lineAt(edit.offset);
    const to = Math.min(lines.count, lines.lineAt(edit.offset + edit.length) + 1);
    const before = found.at(-1);
    if (before && from <= before[1]) {
      before[1] = Math.max(before[1], to);
      before[2].push(edit);
    } else found.push([from, to, [edit]]);
  }
  return found;
}
