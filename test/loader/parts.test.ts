import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { bundleParts } from '../../loader/build/bundle-parts.mjs';

// A part gives its exports away once it has run: see loader/build/convert-part.mjs.
let parts: Awaited<ReturnType<typeof bundleParts>>;

beforeAll(async () => {
  parts = await bundleParts({ PLUGBOARD_VERSION: '"0.0.0"' });
}, 120_000);

it('reassign no export after they have run', { timeout: 120_000 }, () => {
  expect(parts.outputFiles.length).toBeGreaterThan(50);
  expect(parts.outputFiles.flatMap(({ path, text }) => reassigned(path, text))).toEqual([]);
});

it('import each other in no cycle', () => {
  const { outputs } = parts.metafile;
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    expect(trail).not.toContain(path);
    if (done.has(path)) return;
    done.add(path);
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') visit(imported, [...trail, path]);
    }
  };
  for (const path of Object.keys(outputs)) visit(path, []);
});

it('contain no languages of zod but English, and no validator of the SDK client', () => {
  const bundled = Object.values(parts.metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
  expect(bundled).toContain('node_modules/zod/v4/locales/en.js');
  expect(bundled).toContain('node_modules/@modelcontextprotocol/client/dist/index.mjs');
  const needless = /zod\/v4\/locales\/(?!en\.js)|modelcontextprotocol\/client\/.*ajv/;
  expect(bundled.filter((path) => needless.test(path))).toEqual([]);
});

it('the check sees every kind of assignment', () => {
  const text = `let a = 1, b = 1, c = 1, d = 1, e = 1, f = 1;
b = 2;
function change() { a = 2; c++; [d] = [2]; ({ e } = { e: 2 }); for (f of [2]) {} }
export { a, b, c as C, d, e, f };`;
  expect(reassigned('part.js', text).toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'].map((name) => `part.js: ${name}`));
});

/** Exports that a function of the part assigns. A local variable of the same name counts too. */
function reassigned(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const exported = new Set(
    file.statements.flatMap((statement) =>
      ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
        : [],
    ),
  );
  const found = new Set<string>();
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (isInFunction) for (const name of assignedBy(node)) if (exported.has(name)) found.add(`${path}: ${name}`);
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
  };
  if (exported.size > 0) visit(file, false);
  return [...found];
}

function assignedBy(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind) ? namesIn(node.left) : [];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
    return [PlusPlusToken, MinusMinusToken].includes(node.operator) ? namesIn(node.operand) : [];
  }
  return (ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer)
    ? namesIn(node.initializer)
    : [];
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** The variables in a target of an assignment, which may be a pattern. */
function namesIn(target: ts.Node): string[] {
  if (ts.isIdentifier(target)) return [target.text];
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) return [];
  const names: string[] = [];
  ts.forEachChild(target, (child) => {
    names.push(...namesIn(child));
  });
  return names;
}
