import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** A source file. Checks take texts instead of folders, so that a test can pass a wrong one. */
export interface Source {
  /** Relative to the folder that was read, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/** The TypeScript and Vue files of a folder, sorted by path. */
export function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|vue)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(folder, file).replaceAll(sep, '/'), text: readFileSync(file, 'utf8') }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** `import`, `export … from`, `import()` and `import('…').Type`. */
export function importsOf(source: Source): Import[] {
  return nodesOf(source).flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier && ts.isStringLiteralLike(specifier) ? [{ specifier: specifier.text, line: lineOf(node) }] : [];
  });
}

/** The paths of the own files that a file imports. */
export function ownImportsOf(source: Source): string[] {
  return importsOf(source)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => resolveImport(source.path, specifier));
}

export function resolveImport(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}

export function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}

const parsed = new WeakMap<Source, ts.Node[]>();

/** All nodes of a file. Each file is parsed once. */
export function nodesOf(source: Source): ts.Node[] {
  const known = parsed.get(source);
  if (known) return known;
  const nodes: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(source.path, scriptOf(source), ts.ScriptTarget.ES2023, true));
  parsed.set(source, nodes);
  return nodes;
}

/** The script of a Vue component, at its own line numbers. */
function scriptOf({ path, text }: Source): string {
  if (!path.endsWith('.vue')) return text;
  const [, before = '', script = ''] = /^(.*?<script[^>]*>)(.*?)<\/script>/s.exec(text) ?? [];
  return before.replaceAll(/[^\n]/g, '') + script;
}

export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}
