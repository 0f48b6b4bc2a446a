import { shapeOf } from '../clients/read-document.ts';
import type { Shape } from '../clients/types.ts';
import type { DiscoveredEntry } from '../discovery/types.ts';
import {
  type Diagnostic,
  diagnostic,
  type DiagnosticArgs,
  type DiagnosticCode,
} from '../model/diagnostics/diagnostic.ts';
import { type Leaf, textsIn } from '../model/diagnostics/texts.ts';
import { maskLine } from '../model/secrets/secret.ts';
import { type Path, valueAt } from '../model/value.ts';
import { collect } from '../validate/report.ts';
import type { Issue, Fix, Subject } from './types.ts';

interface Details {
  /** Path relative to the entry. */
  readonly at?: Path;
  readonly side?: 'key' | 'value';
  readonly evidence?: readonly string[];
  readonly fix?: Fix | undefined;
}

/** A diagnostic about a server, located in the file that causes it. */
export function issueOn<C extends DiagnosticCode>(
  { entry, parts }: Subject,
  code: C,
  args: DiagnosticArgs<C>,
  { at = [], side = at.length === 0 ? 'key' : 'value', evidence = [], fix }: Details = {},
): Issue {
  const part = parts.find(({ native }) => valueAt(native, at) !== undefined) ?? parts[0] ?? entry;
  const { issues, report } = collect(part.source.document);
  report(code, masked(args), [...part.path, ...at], side);
  const found: Diagnostic = { ...(issues[0] ?? diagnostic(code, masked(args))), file: part.file };
  return {
    ...found,
    server: entry.name,
    client: entry.client.id,
    evidence: evidence.map(maskLine),
    ...(fix ? { fix } : {}),
  };
}

/** A pasted command or a package URL may contain a secret. */
function masked<A extends object>(args: A): A {
  const hide = (value: unknown): unknown => (typeof value === 'string' ? maskLine(value) : value);
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, hide(value)])) as A;
}

export function shapeOfEntry({ client, source }: DiscoveredEntry): Shape {
  return shapeOf(client, source.document?.value);
}

/** Path of a server field in the entry as written; the entry itself when the field is absent. */
export function fieldAt(entry: DiscoveredEntry, field: string): Path {
  const lenses = shapeOfEntry(entry).lenses.filter(({ fields }) => fields.includes(field));
  const key = [...lenses.flatMap(({ keys }) => keys), field].find((one) => Object.hasOwn(entry.native, one));
  return key === undefined ? [] : [key];
}

/** Path of a string in the entry as written. */
export function textAt({ native }: DiscoveredEntry, matches: (leaf: Leaf) => boolean): Path {
  return textsIn(native).find(matches)?.path ?? [];
}

/** `file:line`, as terminals recognize it. */
export function lineOf(entry: DiscoveredEntry): string {
  return `${entry.file}:${entry.range?.start.line ?? 1}`;
}
