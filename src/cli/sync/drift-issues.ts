import { findEntry } from '../../clients/read-document.ts';
import type { Issue } from '../../doctor/types.ts';
import { isDrift, type MergedCell, placeName } from '../../manage/sync/sync-cell.ts';
import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { type Range, rangeOf } from '../../model/diagnostics/position.ts';
import { changeLines, stateOf } from './cell-lines.ts';

/** The differences as issues at the entry in the client's file, for code hosts. */
export function driftIssues(cells: readonly MergedCell[]): Issue[] {
  return differenceIssues(cells.filter((cell) => isDrift(cell)));
}

/** Cells as issues at the entry in the client's file. */
export function differenceIssues(cells: readonly MergedCell[]): Issue[] {
  return cells.map((cell) => {
    const { name, target, path, changes } = cell;
    const fields = changes.filter(({ by }) => by !== 'same').map((change) => change.path.join('.') || 'entry');
    const code = cell.outcome === 'conflict' ? 'sync-conflict' : 'sync-drift';
    const args = { name, place: placeName(cell), state: stateOf(cell), fields, isBlocked: cell.blocked !== undefined };
    const evidence = changes.filter(({ by }) => by !== 'same').flatMap((change) => changeLines(cell, change, ''));
    const range = rangeIn(cell);
    const where = { file: path, ...(range && { range }) };
    return { ...diagnostic(code, args, where), server: name, client: target.client.id, evidence };
  });
}

/** The entry in the client's file. */
function rangeIn({ document, name, renamedFrom }: MergedCell): Range | undefined {
  if (!document) return undefined;
  const { client, place, revision } = document;
  const entry = findEntry(client, revision.value, place, renamedFrom ?? name);
  const found = entry && revision.document.locate(entry.path);
  return found && rangeOf(revision.document.text, found.key ?? found.value);
}
