import { diagnostic, type Diagnostic, type DiagnosticArgs, type DiagnosticCode } from '../model/diagnostic.ts';
import { type Range, rangeFinder, type Span } from '../model/position.ts';
import type { Path } from '../model/value.ts';

/** The text the checked values were read from. */
export interface Source {
  readonly text: string;
  locate(path: Path): { readonly key?: Span; readonly value: Span } | undefined;
}

/** Notes a finding about the entry at `path`: about its key, or about its value. */
export type Report = <C extends DiagnosticCode>(
  code: C,
  args: DiagnosticArgs<C>,
  path: Path,
  at?: 'key' | 'value',
) => void;

/** The lines of a text are counted once, however many rules look at it. */
const finders = new WeakMap<Source, (span: Span) => Range>();

function finderFor(source: Source): (span: Span) => Range {
  const finder = finders.get(source) ?? rangeFinder(source.text);
  finders.set(source, finder);
  return finder;
}

/** Rules report into this. Positions are looked up only for what is found, because most files have nothing to report. */
export function collect(source?: Source): { readonly findings: Diagnostic[]; readonly report: Report } {
  const findings: Diagnostic[] = [];
  const rangeIn = source && finderFor(source);
  const report: Report = (code, args, path, at = 'value') => {
    const span = source && spanOf(source, path, at);
    findings.push(diagnostic(code, args, rangeIn && span ? { path, range: rangeIn(span) } : { path }));
  };
  return { findings, report };
}

/** The entry's own place, or that of the nearest enclosing entry that stands in the text. */
function spanOf(source: Source, path: Path, at: 'key' | 'value'): Span | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const place = source.locate(path.slice(0, length));
    if (!place) continue;
    const onKey = at === 'key' || length < path.length;
    return onKey ? (place.key ?? place.value) : place.value;
  }
  return undefined;
}
