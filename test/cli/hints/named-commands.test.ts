import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { Output } from '../../../src/cli/output/output.ts';
import { commandTable } from '../../../src/cli/program/command-table.ts';
import { programFor } from '../../../src/cli/program/create-program.ts';

// The build puts the version in place of this name; some commands ask for it as soon as they are loaded.
Object.assign(globalThis, { PLUGBOARD_VERSION: '0.0.0' });

const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = new Set(commandTable.flatMap(({ name, aliases = [] }) => [name, ...aliases]));

interface Told {
  readonly file: string;
  readonly text: string;
}

function filesIn(folder: string, ending: RegExp): string[] {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return all.filter((file) => ending.test(file)).map((file) => join(root, folder, file));
}

/** Every text in the sources; what is put into a template is written `x`. */
function textsIn(file: string): Told[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return texts.map((text) => ({ file: relative(root, file), text }));
}

const texts = [
  ...filesIn('src', /\.ts$/).flatMap(textsIn),
  ...filesIn('web/src', /\.ts$/).flatMap(textsIn),
  ...filesIn('web/src', /\.vue$/).map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') })),
];

/** Command lines in a text, up to the end of the command; `…` matches any word. */
function linesIn({ text }: Told): string[] {
  const found = text
    .replaceAll('…', 'x')
    .matchAll(/(?<![\w/.@-])plug(?:board)? ([a-z](?:<[a-z-]+(?:\.\.\.)?>|[^;:"`)\n<>,|])*)/g);
  return [...found].map(([, line = '']) => (line.split(/[.?!](?=\s|$)| {2,}/)[0] ?? '').trim());
}

async function parses(words: readonly string[]): Promise<boolean> {
  const program = await programFor(words, new Output([]), '');
  const silence = (command: Command): void => {
    command.action(() => undefined);
    command.commands.forEach(silence);
  };
  program.commands.forEach(silence);
  return program.parseAsync(words, { from: 'user' }).then(
    () => true,
    () => false,
  );
}

/** Whether the words are a command line, apart from plain words of the sentence behind it. */
async function isCommandLine(line: string): Promise<boolean> {
  const words = line.split(/\s+/).map((word) => word.replaceAll(/^['(]|[')]+$/g, ''));
  if (!names.has(words[0] ?? '')) return false;
  // The name of a command alone refers to it.
  if (words.length === 1) return true;
  for (let end = words.length; end > 0; end -= 1) {
    if (await parses(words.slice(0, end))) return true;
    if (!/^[a-z]+$/.test(words[end - 1] ?? '')) return false;
  }
  return false;
}

/** These name the program in other ways: completion scripts, usage lines, its version. */
const own = /^src\/cli\/(?:completion\/|program\/examples\.ts|commands\/version\.ts)/;

it('every command line in a message can be typed as it is', async () => {
  const told = texts.filter(({ file }) => !own.test(file));
  const lines = new Map(told.flatMap((one) => linesIn(one).map((line) => [line, one.file] as const)));
  expect(lines.size).toBeGreaterThan(60);
  const wrong = [];
  for (const [line, file] of lines) if (!(await isCommandLine(line))) wrong.push({ file, line });
  expect(wrong).toEqual([]);
});

/** Options of the command that a text is about; options of other programs are in files that read or start them. */
const foreign =
  /^src\/(?:manage\/paste|registry\/install|clients|sets\/launch|opencode|policy\/starters|store\/(?:git|vault\/folder-data)|cli\/completion|doctor\/launch|model\/(?:packages\/(?:fetched-package|runners)|cmd-wrapper|secrets\/keychain-program)|runtime\/(?:connect|values)|secrets\/(?:vaults|find\/scan-history)|cli\/gateway\/tune-v8)/;

/** Without the command lines of servers and of Git. */
const ownPart = (text: string): string => (text.split(' -- ')[0] ?? '').replaceAll(/\bgit [a-z]+ --[a-z-]+/g, '');

it('every option in a message belongs to a command', async () => {
  const options = new Set<string>();
  const collect = (command: Command): void => {
    for (const { long, short } of command.options) for (const flag of [long, short]) if (flag) options.add(flag);
    command.commands.forEach(collect);
  };
  for (const { name } of commandTable) collect(await programFor([name], new Output([]), ''));
  const named = texts
    .filter(({ file }) => !foreign.test(file) && !file.startsWith('web'))
    .flatMap(({ file, text }) =>
      [...ownPart(text).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => ({ file, flag })),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ flag }) => !options.has(flag) && flag !== '--help')).toEqual([]);
});
