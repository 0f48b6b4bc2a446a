import type { ClientId } from '../../../clients/registry.ts';
import { jsonc } from '../../../formats/json/index.ts';
import { isError } from '../../../model/diagnostic.ts';
import { type Word, wordsOf } from '../../../model/shell-words.ts';
import { getOwn } from '../../../model/value.ts';
import { visible } from '../../../model/visible.ts';
import { addressServer } from '../address.ts';
import { programOf } from '../program.ts';
import { readServers, withoutPlaces } from '../read-servers.ts';
import type { Draft, PastedKind, Reading } from '../types.ts';
import { type Grammar, grammars, installers, mcporterGrammar, ownGrammar, unknownProgram } from './grammar.ts';
import { readAdding } from './read-adding.ts';
import { readOptions, scopeWords } from './read-options.ts';
import { startedServer } from './starters.ts';
import { withoutAssignments } from './wrappers.ts';

export type Outcome = Reading | { readonly refusal: string };

/** A command that tells some program about a server; undefined when it is none. */
export function readDefinition(words: readonly Word[]): Outcome | undefined {
  return (
    readAddingCommand(words) ??
    readJsonOption(words) ??
    readInstaller(words) ??
    readOwn(words) ??
    readGooseOptions(words)
  );
}

/** `<program> mcp add …`, whatever starts the program. */
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

function kindOf({ client }: Grammar): PastedKind {
  return client === 'claude-code' ? 'claude-command' : 'other-command';
}

function added(words: readonly Word[], grammar: Grammar, called: string): Outcome {
  const { draft, diagnostics, refusal } = readAdding(words, grammar, called);
  if (!draft) return { refusal: refusal ?? '' };
  return { kind: kindOf(grammar), drafts: [{ ...draft, at: 0 }], diagnostics };
}

/** A name and a definition in JSON. */
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
  // Quotes are escaped once more for some shells.
  const document = plain.diagnostics.some(isError) ? jsonc.parse(text.replaceAll('\\"', '"')) : plain;
  const said = grammar.client;
  const { drafts, diagnostics } = readServers({ value: document.value, format: 'json', ...(said ? { said } : {}) });
  return {
    kind: kindOf(grammar),
    drafts: drafts.length === 1 ? drafts.map((draft) => ({ ...draft, ...known })) : drafts,
    diagnostics: withoutPlaces([...document.diagnostics, ...diagnostics]),
  };
}

/** Editors whose `--add-mcp` takes JSON. */
const editors: Readonly<Record<string, ClientId>> = { cursor: 'cursor', windsurf: 'windsurf', kiro: 'kiro' };

function readJsonOption(words: readonly Word[]): Outcome | undefined {
  const texts = words.flatMap(({ text }, index) => {
    if (text.startsWith('--add-mcp=')) return [text.slice('--add-mcp='.length)];
    return text === '--add-mcp' ? [words[index + 1]?.text ?? ''] : [];
  });
  if (texts.length === 0) return undefined;
  const client = editors[programOf(words[0]?.text ?? '')] ?? 'vscode';
  const readings = texts.map((text) => readJson(text, { ...unknownProgram, client }, {}));
  return {
    kind: 'other-command',
    drafts: readings.flatMap(({ drafts }) => drafts),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** `npx add-mcp …` and the like. */
function readInstaller(words: readonly Word[]): Outcome | undefined {
  const names = words.slice(0, 5).map(({ text }) => withoutVersion(text));
  const index = names.findIndex((name) => Object.hasOwn(installers, name));
  const grammar = getOwn(installers, names[index] ?? '');
  return grammar && added(words.slice(index + 1), grammar, names[index] ?? '');
}

/** A package without what stands behind its second `@`. */
function withoutVersion(text: string): string {
  return text.slice(0, 200).replace(/(?<=.)@[^/]*$/, '');
}

/** Our own command, and that of mcporter, which has its place among its settings. */
function readOwn(words: readonly Word[]): Outcome | undefined {
  const texts = words.map(({ text }) => text);
  const own = texts.findIndex(
    (text, index) => /^(?:plugboard|plug)$/.test(programOf(text)) && texts[index + 1] === 'add',
  );
  if (own !== -1 && own < 4) return added(words.slice(own + 2), ownGrammar, 'plugboard add');
  const other = texts.findIndex((text, index) => /^mcporter(?:@|$)/.test(text) && texts[index + 1] === 'config');
  if (other === -1 || other > 4 || texts[other + 2] !== 'add') return undefined;
  return added(words.slice(other + 3), mcporterGrammar, 'mcporter config add');
}

/** `goose session --with-extension "KEY=value npx …"`. */
function readGooseOptions([first, ...rest]: readonly Word[]): Outcome | undefined {
  if (programOf(first?.text ?? '') !== 'goose') return undefined;
  const drafts = rest.flatMap(({ text }, index): Draft[] => {
    const value = rest[index + 1]?.text ?? '';
    if (/^--with-(?:streamable-http|remote)-extension$/.test(text))
      return [
        {
          server: { ...addressServer(value), transport: text.includes('remote') ? 'sse' : 'http' },
          dialect: 'goose',
          at: 0,
        },
      ];
    if (text !== '--with-extension') return [];
    const { words, env } = withoutAssignments(wordsOf(value) ?? []);
    return words.length === 0 ? [] : [{ server: startedServer(words, env), dialect: 'goose', at: 0 }];
  });
  return drafts.length > 0 ? { kind: 'other-command', drafts, diagnostics: [] } : undefined;
}
