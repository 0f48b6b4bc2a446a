import { builtinModules } from 'node:module';
import ts from 'typescript';
import { layerGraph, layerOf } from '../../scripts/layer-graph.ts';
import { impureGlobals, impureMembers, layers, webImports } from '../../scripts/layers.mjs';
import {
  importsOf,
  lineOf,
  nodesOf,
  ownImportsOf,
  resolveImport,
  type Source,
  specifierOf,
} from '../../scripts/source-files.ts';

const maximumLines = 300;
const maximumFiles = 25;

/** Files outside every layer of the table. */
export function strays(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => !layerOf(path)).map(({ path }) => `${path} is in no layer`);
}

export function wrongDirections(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const own = layerOf(source.path);
    return importsOf(source).flatMap(({ specifier, line }) => {
      if (!specifier.startsWith('.')) return [];
      const target = resolveImport(source.path, specifier);
      const layer = layerOf(target);
      if (layer && (layer === own || own?.imports.includes(layer.name))) return [];
      return [`${source.path}:${line} must not import ${target}`];
    });
  });
}

/** Imports that the table of layers allows although no file uses them. */
export function unusedPermissions(sources: readonly Source[]): string[] {
  const used = layerGraph(sources);
  return layers.flatMap(({ name, imports }) =>
    imports.filter((other) => !used.get(name)?.has(other)).map((other) => `${name} → ${other}`),
  );
}

/** What the page takes from the program beyond what it may. */
export function wrongWebImports(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    nodesOf(source).flatMap((node) => {
      const specifier = specifierOf(node);
      if (!specifier || !ts.isStringLiteralLike(specifier)) return [];
      const { text } = specifier;
      const target = text.startsWith('.') ? resolveImport(`web/src/${source.path}`, text) : text;
      const allowed = webImports.find(({ folder }) => target.startsWith(`${folder}/`));
      const isFine = allowed ? !allowed.typesOnly || isTypeImport(node) : !/^(?:src\/|node:|\.)/.test(target);
      return isFine ? [] : [`${at(source, node)} must not import ${target}`];
    }),
  );
}

function isTypeImport(node: ts.Node): boolean {
  return ts.isImportTypeNode(node) || (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly === true);
}

/** What a pure layer does that depends on more than its arguments. */
export function impurities(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => layerOf(path)?.pure)
    .flatMap((source) => [...nodeImports(source), ...impureExpressions(source)]);
}

/** Ids of clients outside `clients/`. Facts about a client belong into its definition. */
export function clientIds(sources: readonly Source[], ids: ReadonlySet<string>): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('clients/'))
    .flatMap((source) =>
      nodesOf(source).flatMap((node) => {
        const named = idOf(node);
        return named !== undefined && ids.has(named) ? [`${source.path} names ${named}`] : [];
      }),
    )
    .concat(sources.flatMap((source) => idsInTemplate(source, ids)));
}

/** Ids in the expressions of a Vue template, which the parser of scripts does not see. */
function idsInTemplate({ path, text }: Source, ids: ReadonlySet<string>): string[] {
  if (!path.endsWith('.vue')) return [];
  const template = text.slice(text.indexOf('</script>'));
  const quoted = [...template.matchAll(/'([\w-]+)'|\b(?:value|client|id)="([\w-]+)"/g)];
  return quoted.flatMap(([, one, other]) => {
    const named = one ?? other ?? '';
    return ids.has(named) ? [`${path} names ${named}`] : [];
  });
}

/** The text of a string or the name of a property, where an id of a client could be. */
function idOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return specifierOf(node.parent) === node ? undefined : node.text;
  return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

export function forbiddenExports(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    nodesOf(source).flatMap((node) => {
      const found = forbiddenExport(node);
      return found ? [`${at(source, node)} has ${found}`] : [];
    }),
  );
}

/** Each circle once, as the files along it. Imports of types count: they too make files hard to read alone. */
export function cycles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, ownImportsOf(source)]));
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

export function tooLong(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const lines = countLines(source);
    return lines > maximumLines ? [`${source.path} has ${lines} lines`] : [];
  });
}

/** Flat lists of one kind, one file per item. */
const flatLists: ReadonlySet<string> = new Set(['cli/commands', 'clients/definitions', 'doctor/checks']);

/** Folders with so many files that their names no longer explain the layout. */
export function crowded(paths: readonly string[]): string[] {
  const files = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return Array.from(files).flatMap(([folder, count]) =>
    count > maximumFiles && !flatLists.has(folder) ? [`${folder} has ${count} files`] : [],
  );
}

export function medianLength(sources: readonly Source[]): number {
  const lengths = sources.map(countLines).toSorted((left, right) => left - right);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

function countLines({ text }: Source): number {
  return text.trimEnd().split('\n').length;
}

function nodeImports(source: Source): string[] {
  return importsOf(source)
    .filter(({ specifier }) => specifier.startsWith('node:') || builtinModules.includes(specifier))
    .map(({ specifier, line }) => `${source.path}:${line} imports ${specifier}`);
}

function impureExpressions(source: Source): string[] {
  const nodes = nodesOf(source);
  // A name the file declares itself is not the global one. Scopes are left to lint, which knows them.
  const declared = new Set(nodes.flatMap((node) => (isNamedDeclaration(node) ? [node.name.text] : [])));
  return nodes.flatMap((node) => {
    const found = impureExpression(node, declared);
    return found ? [`${at(source, node)} uses ${found}`] : [];
  });
}

function impureExpression(node: ts.Node, declared: ReadonlySet<string>): string | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()';
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText();
    return impureMembers.map(({ object, property }) => `${object}.${property}`).find((member) => member === text);
  }
  const isGlobal = ts.isIdentifier(node) && impureGlobals.includes(node.text) && !declared.has(node.text);
  return isGlobal && !isPropertyName(node) ? node.text : undefined;
}

function isNamedDeclaration(node: ts.Node): node is ts.Node & { name: ts.Identifier } {
  const declares = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
  return (declares || ts.isFunctionDeclaration(node)) && node.name !== undefined && ts.isIdentifier(node.name);
}

/** The `console` of `host.console`, `{ console: … }` or `interface Host { console: … }` names no global. */
function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) return node === rightOf(parent);
  const named = ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent);
  return (named || ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}

function rightOf(node: ts.PropertyAccessExpression | ts.QualifiedName): ts.Node {
  return ts.isQualifiedName(node) ? node.right : node.name;
}

function forbiddenExport(node: ts.Node): string | undefined {
  if (ts.isExportAssignment(node)) return 'a default export';
  if (ts.isExportDeclaration(node) && (!node.exportClause || ts.isNamespaceExport(node.exportClause)))
    return 'export *';
  if (ts.isExportSpecifier(node) && node.name.text === 'default') return 'a default export';
  const isDefault = ts.canHaveModifiers(node) && node.modifiers?.some((it) => it.kind === ts.SyntaxKind.DefaultKeyword);
  return isDefault ? 'a default export' : undefined;
}

function at(source: Source, node: ts.Node): string {
  return `${source.path}:${lineOf(node)}`;
}
