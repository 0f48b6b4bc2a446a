import type { Command } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { inferTransport, type Server, type Transport, transports } from '../../model/server.ts';

/** Options that set parts of a server; shared by `add` and `edit`. */
export interface ServerFlags {
  readonly transport?: string;
  readonly url?: string;
  readonly token?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly directory?: string;
  readonly timeout?: string;
  readonly title?: string;
  readonly description?: string;
  readonly allowTool?: readonly string[];
  readonly denyTool?: readonly string[];
}

/** For repeatable options. */
export const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];

export function declareServerFlags(command: Command): Command {
  return command
    .option('-t, --transport <transport>', `one of ${transports.join(', ')}`)
    .option('--url <url>', 'URL of a remote server')
    .option('--token <token>', "bearer token to send; better a reference such as '${TOKEN}'")
    .option('-e, --env <KEY=VALUE>', 'environment variable of a local server; KEY alone means ${KEY}', collect)
    .option('-H, --header <Name: value>', 'HTTP header of a remote server', collect)
    .option('--directory <path>', 'working directory of a local server')
    .option('--timeout <seconds>', 'seconds before a request times out')
    .option('--title <title>', 'display name')
    .option('--description <text>', 'short description')
    .option('--allow-tool <tool>', 'tool to offer; all others are hidden', collect)
    .option('--deny-tool <tool>', 'tool to hide', collect);
}

/** A token needs a URL to be sent to. */
export function requireUrlForToken({ token, url }: ServerFlags): void {
  if (token !== undefined && url === undefined) throw usage('--token requires --url (HTTP/SSE transport).');
}

/** Only local servers have variables and a directory, and only remote ones have headers. */
export function requireFit(server: Server, { env, header, directory }: ServerFlags): void {
  const isLocal = inferTransport(server) === 'stdio';
  if (isLocal && header) throw usage('-H is for remote servers; a local one takes variables: -e KEY=VALUE');
  if (!isLocal && env) throw usage("-e is for local servers; a remote one takes headers: -H 'Name: value'");
  if (!isLocal && directory !== undefined)
    throw usage('--directory is for local servers; a remote one is started elsewhere');
}

/** Applies the options to a server; variables and headers are merged. */
export function withFlags(server: Server, flags: ServerFlags, commandLine: readonly string[]): Server {
  const fields = serverFromFlags(flags, commandLine);
  const joined: Server = { ...server, ...fields };
  // A command line replaces the arguments too, even if it has none.
  if (commandLine.length === 1) delete joined.args;
  if (fields.env) joined.env = { ...server.env, ...fields.env };
  if (fields.headers) joined.headers = { ...server.headers, ...fields.headers };
  return joined;
}

/** The fields set by the options. Throws if they contradict each other. */
export function serverFromFlags(flags: ServerFlags, commandLine: readonly string[]): Server {
  const [command, ...args] = commandLine;
  if (flags.url !== undefined && command !== undefined) throw usage('Use either --url or -- <command...>, not both.');
  const server: Server = {};
  if (flags.transport !== undefined) server.transport = transportOf(flags.transport);
  if (command !== undefined) Object.assign(server, { transport: server.transport ?? 'stdio', command });
  if (args.length > 0) server.args = args;
  if (flags.url !== undefined) Object.assign(server, { transport: server.transport ?? 'http', url: flags.url });
  const env = flags.env?.map(variableOf);
  if (env) server.env = Object.fromEntries(env);
  const headers = [...(flags.header?.map(headerOf) ?? []), ...tokenHeader(flags.token)];
  if (headers.length > 0) server.headers = Object.fromEntries(headers);
  return { ...server, ...plainFields(flags) };
}

function plainFields({ directory, timeout, title, description, allowTool, denyTool }: ServerFlags): Server {
  const tools = { ...(allowTool ? { allow: [...allowTool] } : {}), ...(denyTool ? { deny: [...denyTool] } : {}) };
  return {
    ...(directory === undefined ? {} : { cwd: directory }),
    ...(timeout === undefined ? {} : { timeout: secondsOf(timeout) }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(tools).length === 0 ? {} : { tools }),
  };
}

const otherSpellings: Readonly<Record<string, Transport>> = { 'streamable-http': 'http', streamableHttp: 'http' };

function transportOf(word: string): Transport {
  const found = transports.find((transport) => transport === word) ?? otherSpellings[word];
  if (!found) throw usage(`unknown transport '${word}', use one of ${transports.join(', ')}`);
  return found;
}

function variableOf(pair: string): [string, string] {
  const at = pair.indexOf('=');
  const name = at === -1 ? pair : pair.slice(0, at);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw usage(`-e takes KEY=VALUE, and '${name}' is not a valid variable name`);
  return [name, at === -1 ? `\${${name}}` : pair.slice(at + 1)];
}

function headerOf(line: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*[:=]\s*(.*)$/s.exec(line) ?? [];
  if (name === undefined || value === undefined) throw usage("-H takes 'Name: value'");
  return [name, value];
}

function tokenHeader(token: string | undefined): [string, string][] {
  return token === undefined ? [] : [['Authorization', `Bearer ${token.replace(/^Bearer\s+/i, '')}`]];
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0) || !Number.isFinite(seconds)) throw usage('--timeout takes a number of seconds above 0');
  return seconds;
}

function usage(message: string): PlugboardError {
  return new PlugboardError('usage', { message });
}
