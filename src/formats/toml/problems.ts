import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { rangeFinder, type Span } from '../../model/diagnostics/position.ts';
import type { Path } from '../../model/value.ts';
import type { TomlError } from './problem.ts';
import type { readToml } from './read.ts';
import type { RepeatedKey } from './tables.ts';
import { mentionsOf, type TableNode, type TomlNode } from './tree.ts';

/** A single mistake makes the rest of a file look wrong. */
const MOST_REPEATED = 20;

/** The errors of a text in text order; empty when it is valid. */
export function diagnose(text: string, { tree, error, repeated }: ReturnType<typeof readToml>): Diagnostic[] {
  if (!error && repeated.length === 0) return [];
  const rangeOf = rangeFinder(text);
  const paths = repeated.length > 0 ? pathsOf(tree.root, repeated) : undefined;
  const found = repeated.slice(0, MOST_REPEATED).map(({ key, table }): Diagnostic => {
    const defined = table.children.get(key.name);
    const first = (defined && mentionsOf(defined)[0]?.key) ?? key;
    const path = [...(paths?.get(table) ?? []), key.name];
    return diagnostic(
      'duplicate-key',
      { key: key.name, firstLine: rangeOf(first).start.line },
      { range: rangeOf(key), path },
    );
  });
  return error ? [...found, syntax(error, rangeOf(characterAt(text, error.at)))] : found;
}

function syntax(error: TomlError, range: Diagnostic['range']): Diagnostic {
  const { message: problem, hint } = error;
  return diagnostic('syntax', { format: 'TOML', problem, ...(hint !== undefined && { hint }) }, range && { range });
}

/** The statement of each table, by its full name. */
function pathsOf(root: TableNode, repeated: readonly RepeatedKey[]): Map<TableNode, Path> {
  const names = new Map(repeated.map(({ storedAs, key }) => [storedAs, key.name]));
  const paths = new Map<TableNode, Path>();
  const visit = (node: TomlNode, path: Path): void => {
    if (node.kind === 'list' || node.kind === 'tables') {
      for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    }
    if (node.kind !== 'table') return;
    paths.set(node, path);
    for (const [key, child] of node.children) visit(child, [...path, names.get(key) ?? key]);
  };
  visit(root, []);
  return paths;
}

function characterAt(text: string, at: number): Span {
  const character = text.codePointAt(at);
  return { start: at, end: at + (character === undefined ? 0 : String.fromCodePoint(character).length) };
}
