import {
  diagnostic,
  type Diagnostic,
  type DiagnosticArgs,
  type DiagnosticCode,
} from '../model/diagnostics/diagnostic.ts';
import { type Range, rangeFinder, type Span } from '../model/diagnostics/position.ts';
import type { Path } from '../model/value.ts';

/** The text that the checked values were parsed from. */
export interface Source {
  readonly text: string;
  locate(path: Path): { readonly key?: Span; readonly value: Span } | undefined;
}

/** Reports a diagnostic about the key or value at `path`. */
export type Report = <C extends DiagnosticCode>(
  code: C,
  args: DiagnosticArgs<C>,
  path: Path,
  at?: 'key' | 'value',
) => void;

/** Line offsets are computed once per text, not once per rule. */
const finders = new WeakMap<Source, (span: Span) => Range>();

function finderFor(source: Source): (span: Span) => Range {
  const finder = finders.get(source) ?? rangeFinder(source.text);
  finders.set(source, finder);
  return finder;
}

/** Collects diagnostics. Positions are computed only for reported entries, because most files have none. */
export function collect(source?: Source): { readonly issues: Diagnostic[]; readonly report: Report } {
  const issues: Diagnostic[] = [];
  const rangeIn = source && finderFor(source);
  const report: Report = (code, args, path, at = 'value') => {
    const span = source && spanOf(source, path, at);
    issues.push(diagnostic(code, args, rangeIn && span ? { path, range: rangeIn(span) } : { path }));
  };
  return { issues, report };
}

/** The position of the entry, or of its nearest ancestor in the text. */
function spanOf(source: Source, path: Path, at: 'key' | 'value'): Span | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const place = source.locate(path.slice(0, length));
    if (!place) continue;
    const onKey = at === 'key' || length < path.length;
    return onKey ? (place.key ?? place.value) : place.value;
  }
  return undefined;
}
