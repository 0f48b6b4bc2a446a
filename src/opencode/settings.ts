import { delimiter, resolve } from 'node:path';
import { nearest } from '../mcp/nearest.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Environment } from '../model/reference.ts';
import { type Toolset, toolsetNames } from './toolset.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Settings {
  /** URL of a server to attach to, which is never started or stopped. */
  readonly serverUrl?: string;
  readonly username: string;
  readonly password?: string;
  readonly autoStart: boolean;
  /** Path of the OpenCode executable, instead of the one on the PATH. */
  readonly program?: string;
  /** As provider/model. */
  readonly defaultModel?: string;
  /** Default time that a call waits for a turn, in milliseconds. */
  readonly timeout: number;
  /** Absolute path; the directory of calls that name none. */
  readonly project: string;
  /** Directories outside these are rejected; empty allows all. */
  readonly roots: readonly string[];
  /** The settings file to use and edit as the global one. */
  readonly configPath?: string;
  readonly toolsets: readonly Toolset[];
  readonly readOnly: boolean;
  readonly transport: 'stdio' | 'http';
  readonly port: number;
  readonly hostname: string;
  /** More host names for HTTP clients, for example behind a proxy. */
  readonly allowedHosts: readonly string[];
  /** Web sites whose pages may use the server, as origins or host names. */
  readonly allowedOrigins: readonly string[];
  /** The token of HTTP clients; unset means the stored token of this user. */
  readonly token?: string;
  /** Whether HTTP clients need no token. */
  readonly open: boolean;
  readonly logLevel: LogLevel;
}

/** Command line flags, which override the environment. */
export interface SettingFlags {
  readonly toolsets?: string;
  readonly readOnly?: boolean;
  readonly http?: boolean;
  readonly port?: string;
  readonly hostname?: string;
  readonly allowHost?: string;
  readonly allowOrigin?: string;
  /** False disables the token. */
  readonly token?: string | false;
  readonly url?: string;
  readonly project?: string;
}

export function readSettings(env: Environment, cwd: string, flags: SettingFlags = {}): Settings {
  const text = (name: string): string | undefined => env[name] || undefined;
  const path = (name: string) => (value: string) => absolutePath(name, value, env, cwd);
  return {
    ...serverSettings(text, flags),
    ...optional('program', text('OPENCODE_BIN'), path('OPENCODE_BIN')),
    ...httpSettings(text, flags),
    ...optional('defaultModel', text('OPENCODE_DEFAULT_MODEL'), checkModel),
    ...optional('configPath', text('OPENCODE_CONFIG_PATH'), path('OPENCODE_CONFIG_PATH')),
    timeout: number('OPENCODE_TIMEOUT', text('OPENCODE_TIMEOUT') ?? '600000', 86_400_000),
    project: path('the project')(flags.project ?? text('OPENCODE_DEFAULT_PROJECT') ?? '.'),
    roots: list(text('OPENCODE_MCP_ROOTS'), delimiter).map(path('OPENCODE_MCP_ROOTS')),
    toolsets: readToolsets(flags.toolsets ?? text('OPENCODE_MCP_TOOLSETS') ?? 'core'),
    readOnly: flags.readOnly ?? isYes(text('OPENCODE_MCP_READ_ONLY')),
    logLevel: oneOf('OPENCODE_LOG_LEVEL', (text('OPENCODE_LOG_LEVEL') ?? 'warn').toLowerCase(), logLevels),
  };
}

type Look = (name: string) => string | undefined;

function serverSettings(
  text: Look,
  flags: SettingFlags,
): Pick<Settings, 'serverUrl' | 'username' | 'password' | 'autoStart'> {
  const address = flags.url ?? text('OPENCODE_SERVER_URL');
  const url = address === undefined ? undefined : readUrl(address);
  return {
    ...optional('serverUrl', url?.address),
    username: text('OPENCODE_SERVER_USERNAME') ?? (url?.username || 'opencode'),
    ...optional('password', text('OPENCODE_SERVER_PASSWORD') ?? (url?.password || undefined)),
    autoStart: !/^(?:false|0|no|off)$/i.test(text('OPENCODE_AUTO_START') ?? ''),
  };
}

function httpSettings(
  text: Look,
  flags: SettingFlags,
): Pick<Settings, 'transport' | 'port' | 'hostname' | 'allowedHosts' | 'allowedOrigins' | 'token' | 'open'> {
  return {
    transport: flags.http ? 'http' : oneOf('MCP_TRANSPORT', text('MCP_TRANSPORT') ?? 'stdio', ['stdio', 'http']),
    port: number('the port', flags.port ?? text('MCP_HTTP_PORT') ?? '3000', 65_535),
    hostname: flags.hostname ?? text('MCP_HTTP_HOST') ?? '127.0.0.1',
    allowedHosts: list(flags.allowHost ?? text('OPENCODE_MCP_ALLOWED_HOSTS'), ',').map(hostName),
    allowedOrigins: list(flags.allowOrigin ?? text('OPENCODE_MCP_ALLOWED_ORIGINS'), ',').map(originName),
    ...(flags.token === false ? {} : optional('token', flags.token ?? text('OPENCODE_MCP_TOKEN'))),
    open: flags.token === false,
  };
}

function optional<K extends string>(
  key: K,
  value: string | undefined,
  check: (value: string) => string = (same) => same,
): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: check(value) } as Record<K, string>);
}

/** Normalizes a host name as it appears in a Host header, also from a URL. */
function hostName(text: string): string {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) return refuse(`${text} is not a host name`);
  return new URL(url).hostname;
}

/** A web site: with a scheme exactly this origin, as a host name any scheme and port. */
function originName(text: string): string {
  if (text.includes('*')) return refuse(`${text}: wildcards are not supported; list each web site`);
  if (!/^[a-z]+:\/\//i.test(text)) return hostName(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return refuse(`${text} is not the origin of a web site`);
  return url.origin;
}

function isYes(text: string | undefined): boolean {
  return /^(?:true|1|yes|on)$/i.test(text ?? '');
}

/** `core,files` or `all`. */
export function readToolsets(list: string): Toolset[] {
  const names = list.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  if (names.includes('all')) return [...toolsetNames];
  return names.map((name) => oneOf('a toolset', name, toolsetNames));
}

function oneOf<T extends string>(what: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const near = nearest(value, choices, 1).map((choice) => `. Did you mean ${choice}?`);
  return refuse(`${what} must be one of ${choices.join(', ')}, not '${value}'${near.join('')}`);
}

function number(what: string, text: string, most: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= most
    ? value
    : refuse(`${what} must be an integer from 0 to ${most}, not '${text}'`);
}

/** The URL without user name and password, which belong in a header and never in a message. */
function readUrl(text: string): { readonly address: string; readonly username: string; readonly password: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    return refuse('OPENCODE_SERVER_URL must be an http or https URL without a query');
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  return { address: url.href.replace(/\/+$/, ''), username, password };
}

/** Clients start servers without a shell, so `~` is expanded here. */
function absolutePath(name: string, value: string, env: Environment, cwd: string): string {
  const tilde = /^~(?:[\\/](.*))?$/.exec(value);
  if (!tilde && value.startsWith('~'))
    return refuse(`${name} contains ${value}, whose home directory is unknown: use an absolute path`);
  if (!tilde) return resolve(cwd, value);
  const home = env['HOME'] || env['USERPROFILE'];
  return home
    ? resolve(home, tilde[1] ?? '.')
    : refuse(`${name} contains ${value}, but HOME is not set: use an absolute path`);
}

function list(text: string | undefined, separator: string): string[] {
  return (text ?? '').split(separator).flatMap((one) => one.trim() || []);
}

function checkModel(text: string): string {
  return /^[^/]+\/.+$/.test(text)
    ? text
    : refuse(`OPENCODE_DEFAULT_MODEL must have the form provider/model, not '${text}'`);
}

function refuse(message: string): never {
  throw new PlugboardError('usage', { message });
}
