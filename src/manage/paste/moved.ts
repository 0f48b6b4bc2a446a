import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { type Position, type Range, rangeFinder } from '../../model/diagnostics/position.ts';
import type { Reading } from './types.ts';

/** Shifts a result for a part of the text to offsets in the whole. Lines and columns are computed at the end. */
export function moved(reading: Reading, origin: (offset: number) => number): Reading {
  return {
    ...reading,
    drafts: reading.drafts.map((draft) => ({ ...draft, at: origin(draft.at) })),
    diagnostics: movedIssues(reading.diagnostics, origin),
  };
}

/** A range that has only offsets so far. */
export function placeAt(start: number, end: number): { readonly range: Range } {
  const position = (offset: number): Position => ({ line: 0, column: 0, offset });
  return { range: { start: position(start), end: position(end) } };
}

export function movedIssues(issues: readonly Diagnostic[], origin: (offset: number) => number): Diagnostic[] {
  return issues.map((issue) => {
    if (!issue.range) return issue;
    const { start, end } = issue.range;
    const range = { start: { ...start, offset: origin(start.offset) }, end: { ...end, offset: origin(end.offset) } };
    return { ...issue, range };
  });
}

/** Returns diagnostics with lines and columns computed from their offsets. */
export function withLines(text: string, issues: readonly Diagnostic[]): Diagnostic[] {
  const rangeIn = rangeFinder(text);
  return issues.map((issue) => {
    if (!issue.range) return issue;
    return { ...issue, range: rangeIn({ start: issue.range.start.offset, end: issue.range.end.offset }) };
  });
}
