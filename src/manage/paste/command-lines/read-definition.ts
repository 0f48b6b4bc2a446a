import type { StartOptions } from '../../../clients/paste.ts';
import { clients, type ClientId } from '../../../clients/registry.ts';
import { jsonc } from '../../../formats/json/index.ts';
import { isError } from '../../../model/diagnostics/diagnostic.ts';
import type { Server } from '../../../model/server.ts';
import { type Word, wordsOf } from '../../../model/shell/shell-words.ts';
import { getOwn } from '../../../model/value.ts';
import { visible } from '../../../model/visible.ts';
import { addressServer } from '../address.ts';
import { programOf } from '../program.ts';
import { readServers, withoutPlaces } from '../read-servers.ts';
import type { Draft, Reading } from '../types.ts';
import { type Grammar, grammars, installers, type OtherCommand, otherCommands, unknownProgram } from './grammar.ts';
import { readAdding } from './read-adding.ts';
import { readOptions, scopeWords } from './read-options.ts';
import { startedServer } from './starters.ts';
import { withoutAssignments } from './wrappers.ts';

export type Outcome = Reading | { readonly refusal: string };

/** Parses a command that registers a server with a program; undefined for other commands. */
export function readDefinition(words: readonly Word[]): Outcome | undefined {
  return (
    readAddingCommand(words) ??
    readJsonOption(words) ??
    readInstaller(words) ??
    readOtherCommand(words) ??
    readStartOptions(words)
  );
}

/** `<program> mcp add …`, with any launcher in front. */
function readAddingCommand(words: readonly Word[]): Outcome | undefined {
  for (let index = 0; index < Math.min(words.length - 1, 8); index += 1) {
    const verb = words[index + 1]?.text ?? '';
    if (!/^\/?mcp$/.test(words[index]?.text ?? '') || !/^(?:add|add-json|set)$/.test(verb)) continue;
    const program = words[index - 1]?.text ?? '';
    const rest = words.slice(index + 2);
    const plain = withoutVersion(program);
    const grammar = getOwn(grammars, plain) ?? getOwn(grammars, programOf(plain)) ?? unknownProgram;
    const called = visible(`${program.slice(0, 60)} mcp ${verb}`.trim());
    return verb === 'add' ? added(rest, grammar, called) : addedJson(rest, grammar, called);
  }
  return undefined;
}

function added(words: readonly Word[], grammar: Grammar, called: string): Outcome {
  const { draft, diagnostics, refusal } = readAdding(words, grammar, called);
  if (!draft) return { refusal: refusal ?? '' };
  return { kind: grammar.kind, drafts: [{ ...draft, at: 0 }], diagnostics };
}

/** A name and a JSON definition. */
function addedJson(words: readonly Word[], grammar: Grammar, called: string): Outcome {
  const { plain, values, behindDashes = [] } = readOptions(words, grammar);
  const all = [...plain, ...behindDashes];
  const json = all.find((word) => /^\s*\{/.test(word));
  const name = all.find((word) => word !== json);
  if (json === undefined) return { refusal: `"${called}" needs a definition in JSON` };
  const scope = scopeWords[values.get('scope')?.at(-1) ?? ''];
  return readJson(json, grammar, {
    ...(name === undefined ? {} : { name }),
    ...(scope === undefined ? {} : { scope }),
  });
}

function readJson(text: string, grammar: Grammar, known: Pick<Draft, 'name' | 'scope'>): Reading {
  const plain = jsonc.parse(text);
  // Some shells need quotes escaped twice.
  const document = plain.diagnostics.some(isError) ? jsonc.parse(text.replaceAll('\\"', '"')) : plain;
  const said = grammar.client;
  const { drafts, diagnostics } = readServers({ value: document.value, format: 'json', ...(said ? { said } : {}) });
  return {
    kind: grammar.kind,
    drafts: drafts.length === 1 ? drafts.map((draft) => ({ ...draft, ...known })) : drafts,
    diagnostics: withoutPlaces([...document.diagnostics, ...diagnostics]),
  };
}

const clientIds = Object.keys(clients) as ClientId[];

/** The client of a program that has `--add-mcp`. */
function jsonOptionOf(program: string): ClientId | undefined {
  const withOption = clientIds.filter((id) => clients[id].paste?.jsonOption);
  return (
    withOption.find((id) => clients[id].paste?.jsonOption?.program === program) ??
    withOption.find((id) => clients[id].paste?.jsonOption?.program === undefined)
  );
}

function readJsonOption(words: readonly Word[]): Outcome | undefined {
  const texts = words.flatMap(({ text }, index) => {
    if (text.startsWith('--add-mcp=')) return [text.slice('--add-mcp='.length)];
    return text === '--add-mcp' ? [words[index + 1]?.text ?? ''] : [];
  });
  if (texts.length === 0) return undefined;
  const client = jsonOptionOf(programOf(words[0]?.text ?? ''));
  const readings = texts.map((text) => readJson(text, { ...unknownProgram, ...(client && { client }) }, {}));
  return {
    kind: 'other-command',
    drafts: readings.flatMap(({ drafts }) => drafts),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** `npx add-mcp …` and similar. */
function readInstaller(words: readonly Word[]): Outcome | undefined {
  const names = words.slice(0, 5).map(({ text }) => withoutVersion(text));
  const index = names.findIndex((name) => Object.hasOwn(installers, name));
  const grammar = getOwn(installers, names[index] ?? '');
  return grammar && added(words.slice(index + 1), grammar, names[index] ?? '');
}

/** A package name without its version. */
function withoutVersion(text: string): string {
  return text.slice(0, 200).replace(/(?<=.)@[^/]*$/, '');
}

/** Commands with their own syntax, such as `plugboard add` or `mcporter config add`. */
function readOtherCommand(words: readonly Word[]): Outcome | undefined {
  for (const command of otherCommands) {
    const index = words.slice(0, 5).findIndex((_, at) => startsAt(words, at, command));
    if (index === -1) continue;
    const called = `${programOf(withoutVersion(words[index]?.text ?? ''))} ${command.words.join(' ')}`;
    return added(words.slice(index + 1 + command.words.length), command.grammar, called);
  }
  return undefined;
}

function startsAt(words: readonly Word[], at: number, { programs, words: verbs }: OtherCommand): boolean {
  if (!programs.includes(programOf(withoutVersion(words[at]?.text ?? '')))) return false;
  return verbs.every((verb, index) => words[at + 1 + index]?.text === verb);
}

/** Options that start a program with a server: `goose session --with-extension "KEY=value npx …"`. */
function readStartOptions([first, ...rest]: readonly Word[]): Outcome | undefined {
  const program = programOf(first?.text ?? '');
  const dialect = clientIds.find((id) => clients[id].paste?.startOptions?.program === program);
  const options = dialect && clients[dialect].paste?.startOptions;
  if (!options) return undefined;
  const drafts = rest.flatMap(({ text }, index): Draft[] => {
    const server = startOptionServer(options, text, rest[index + 1]?.text ?? '');
    return server ? [{ server, dialect, at: 0 }] : [];
  });
  return drafts.length > 0 ? { kind: 'other-command', drafts, diagnostics: [] } : undefined;
}

function startOptionServer({ command, http, sse }: StartOptions, option: string, value: string): Server | undefined {
  if (option === http || option === sse) return { ...addressServer(value), transport: option === sse ? 'sse' : 'http' };
  if (option !== command) return undefined;
  const { words, env } = withoutAssignments(wordsOf(value) ?? []);
  return words.length === 0 ? undefined : startedServer(words, env);
}
