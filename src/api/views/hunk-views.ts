import { unifiedDiff } from '../../manage/compare/diff.ts';
import { visible } from '../../model/visible.ts';
import type { FileChange } from '../../store/write/plan.ts';
import type { DiffLineView, HunkView } from '../contract/plans.ts';

const HEAD = /^@@ -(\d+),\d+ \+(\d+),\d+ @@$/;

/** A change as the page shows it: the lines of the masked diff that the command line prints. */
export function hunkViews(change: FileChange): HunkView[] {
  const hunks: { oldStart: number; newStart: number; lines: DiffLineView[] }[] = [];
  for (const line of unifiedDiff(change).split('\n').slice(2)) {
    const [, oldStart, newStart] = HEAD.exec(line) ?? [];
    if (oldStart !== undefined) hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines: [] });
    else if (/^[ +-]/.test(line))
      hunks.at(-1)?.lines.push({ kind: line.slice(0, 1) as DiffLineView['kind'], text: shown(line.slice(1)) });
  }
  return hunks;
}

/** Tabs are expected in files. */
function shown(text: string): string {
  return text.split('\t').map(visible).join('\t');
}
