import { readReferences } from '../../../clients/native-references.ts';
import type { OptionRole } from '../../../clients/paste.ts';
import { clients, type ClientId } from '../../../clients/registry.ts';
import { diagnostic, type Diagnostic } from '../../../model/diagnostics/diagnostic.ts';
import type { Scope } from '../../../model/scope.ts';
import type { Auth, Server, Transport } from '../../../model/server.ts';
import { type Word, wordsOf } from '../../../model/shell/shell-words.ts';
import { setOwn, type Value } from '../../../model/value.ts';
import { visible } from '../../../model/visible.ts';
import { addressServer, isAddress } from '../address.ts';
import { placeAt } from '../moved.ts';
import { isWholeLine } from '../split-command.ts';
import type { Draft } from '../types.ts';
import type { Grammar } from './grammar.ts';
import { readOptions, type Said, scopeWords } from './read-options.ts';
import { isStart, startedServer } from './starters.ts';

export interface Adding {
  readonly draft?: Omit<Draft, 'at'>;
  readonly diagnostics: readonly Diagnostic[];
  /** Why it could not be parsed. */
  readonly refusal?: string;
}

/** Returns the server defined by a command such as `claude mcp add`. `words` are those after `add`. */
export function readAdding(words: readonly Word[], grammar: Grammar, called: string): Adding {
  const said = readOptions(words, grammar);
  const one = (role: OptionRole): string | undefined => said.values.get(role)?.at(-1);
  const { name, target } = nameAndTarget(said, grammar.targetFirst === true, one('name'));
  const diagnostics = said.unknown.map((word) => unknownOption(word, called));
  const started = one('command') === undefined ? target : [...lineOf(one('command') ?? ''), ...argumentsOf(said)];
  const address = one('url') ?? (started[0] !== undefined && isAddress(started[0]) ? started[0] : undefined);
  if (address === undefined && started.length === 0)
    return { diagnostics, refusal: `"${called}" does not say here what to start or which address to use` };
  const server = {
    ...(address === undefined ? localServer(started, said, grammar) : remoteServer(address, said)),
    ...detailsOf(said),
  };
  const scope = scopeOf(said);
  return {
    diagnostics,
    draft: {
      ...(name === undefined ? {} : { name }),
      server: grammar.client === undefined ? server : canonical(server, grammar.client),
      ...(grammar.client === undefined ? {} : { dialect: grammar.client }),
      ...(scope === undefined ? {} : { scope }),
    },
  };
}

function unknownOption({ text, start }: Word, called: string): Diagnostic {
  const name = text.split('=')[0] ?? text;
  const problem = `${visible(name.slice(0, 60))} is not known and is left out`;
  return diagnostic('syntax', { format: called, problem }, placeAt(start, start + name.length));
}

/** The name is missing when the URL or the command comes first. */
function nameAndTarget(
  said: Said,
  targetFirst: boolean,
  named: string | undefined,
): { name?: string; target: string[] } {
  const [first, ...rest] = said.plain;
  const behind = said.behindDashes ?? [];
  const isUnnamed = first === undefined || (behind.length === 0 && (isAddress(first) || isStart(said.plain)));
  if (named !== undefined || targetFirst || isUnnamed) {
    const target = [...said.plain, ...behind];
    return named === undefined ? { target } : { name: named, target };
  }
  return { name: first, target: behind.length > 0 ? [...behind] : rest };
}

function localServer(started: readonly string[], said: Said, grammar: Grammar): Server {
  const line = started.length === 1 ? lineOf(started[0] as string) : started;
  const [only = ''] = line;
  // Programs that only add servers start a package name with npx.
  const isPackage = grammar.targetFirst === true && line.length === 1 && !/^[./~]|\\/.test(only);
  return startedServer(isPackage ? ['npx', '-y', only] : line, variables(said));
}

/** Splits a command line given as a single word. */
function lineOf(text: string): string[] {
  return (isWholeLine({ command: text }) ? wordsOf(text) : undefined) ?? [text];
}

function argumentsOf(said: Said): string[] {
  const texts = said.values.get('args') ?? [];
  const words = texts.length === 1 ? (wordsOf(texts[0] ?? '') ?? texts) : texts;
  const separated = (said.values.get('comma-args') ?? []).flatMap((text) => text.split(','));
  return [...words, ...separated, ...(said.behindDashes ?? [])];
}

const transportWords: Readonly<Record<string, Transport>> = {
  http: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
  streamablehttp: 'http',
  sse: 'sse',
};

function remoteServer(url: string, said: Said): Server {
  const word = said.values.get('transport')?.at(-1)?.toLowerCase() ?? '';
  const transport = Object.hasOwn(transportWords, word) ? transportWords[word] : undefined;
  const headers = headersOf(said);
  const env = variables(said);
  return {
    transport: transport ?? addressServer(url).transport,
    url,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
}

function headersOf(said: Said): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const text of said.values.get('header') ?? []) {
    const at = text.search(/[:=]/);
    if (at > 0) setOwn(headers, text.slice(0, at).trim(), text.slice(at + 1).trim());
  }
  const variable = said.values.get('bearer-variable')?.at(-1);
  const token = variable === undefined ? said.values.get('bearer')?.at(-1) : `\${${variable}}`;
  if (token !== undefined) headers['Authorization'] = `Bearer ${token.replace(/^Bearer\s+/i, '')}`;
  return headers;
}

function variables(said: Said): Record<string, string> {
  const env: Record<string, string> = {};
  for (const text of said.values.get('env') ?? []) {
    const at = text.indexOf('=');
    if (at === -1) setOwn(env, text, `\${${text}}`);
    else setOwn(env, text.slice(0, at), text.slice(at + 1));
  }
  return env;
}

function detailsOf({ values, flags }: Said): Server {
  const one = (role: OptionRole): string | undefined => values.get(role)?.at(-1);
  const text = (field: string, role: OptionRole): Server => (one(role) === undefined ? {} : { [field]: one(role) });
  const seconds = Number(one('seconds') ?? Number(one('milliseconds')) / 1000);
  const lists = { ...list('allow', values.get('allow')), ...list('deny', values.get('deny')) };
  const auth = authOf({ values, flags });
  return {
    ...text('cwd', 'directory'),
    ...text('title', 'title'),
    ...text('description', 'description'),
    ...(seconds > 0 && Number.isFinite(seconds) ? { timeout: seconds } : {}),
    ...(Object.keys(lists).length > 0 ? { tools: lists } : {}),
    ...(auth === undefined ? {} : { auth }),
    ...(flags.has('disabled') ? { disabled: true } : {}),
  };
}

/** Tools are listed one by one or separated by commas; a star means no restriction. */
function list(side: 'allow' | 'deny', texts: readonly string[] | undefined): Record<string, string[]> {
  const names = (texts ?? []).flatMap((text) => text.split(',')).filter((name) => name !== '');
  return names.length === 0 || names.includes('*') ? {} : { [side]: names };
}

function authOf({ values, flags }: Pick<Said, 'values' | 'flags'>): Auth | undefined {
  const clientId = values.get('client-id')?.at(-1);
  const port = Number(values.get('callback-port')?.at(-1));
  const scopes = (values.get('oauth-scopes') ?? []).flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
  const isWanted = flags.has('oauth') || values.get('auth')?.at(-1) === 'oauth';
  if (!isWanted && clientId === undefined && !(port > 0) && scopes.length === 0) return undefined;
  return {
    type: 'oauth',
    ...(clientId === undefined ? {} : { clientId }),
    ...(port > 0 ? { callbackPort: port } : {}),
    ...(scopes.length > 0 ? { scopes } : {}),
  };
}

function scopeOf({ values, flags }: Said): Scope | undefined {
  const word = values.get('scope')?.at(-1) ?? '';
  if (Object.hasOwn(scopeWords, word)) return scopeWords[word];
  return flags.has('user') ? 'user' : flags.has('project') ? 'project' : undefined;
}

/** References in the client's syntax, which quoted text may contain. */
function canonical(server: Server, client: ClientId): Server {
  return readReferences(clients[client].references, server as Value) as Server;
}
