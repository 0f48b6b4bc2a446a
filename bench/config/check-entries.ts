import { commandLine, httpServer, stdioServer } from './job.ts';
import type { BenchClient } from './targets.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The entry format that a client requires. It ignores anything not listed here. */
interface EntryRules {
  /** The reference syntaxes that it expands. */
  reference(name: string): readonly string[];
  readonly stdio: { readonly type?: readonly unknown[]; readonly env: string; readonly more?: readonly string[] };
  readonly http: {
    /** Absent when it ignores the key. */
    readonly type?: readonly unknown[];
    readonly url: readonly string[];
    readonly headers: string;
    readonly more?: readonly string[];
  };
}

const rules: Readonly<Record<BenchClient, EntryRules>> = {
  'claude-code': {
    reference: (name) => [`\${${name}}`],
    stdio: { type: ['stdio', undefined], env: 'env' },
    http: { type: ['http'], url: ['url'], headers: 'headers' },
  },
  opencode: {
    reference: (name) => [`{env:${name}}`],
    stdio: { type: ['local'], env: 'environment', more: ['enabled'] },
    http: { type: ['remote'], url: ['url'], headers: 'headers', more: ['enabled', 'oauth'] },
  },
  cursor: {
    reference: (name) => [`\${env:${name}}`],
    stdio: { type: ['stdio', undefined], env: 'env' },
    http: { type: ['http', undefined], url: ['url'], headers: 'headers' },
  },
  vscode: {
    reference: (name) => [`\${env:${name}}`],
    stdio: { type: ['stdio', undefined], env: 'env' },
    http: { type: ['http'], url: ['url'], headers: 'headers' },
  },
  codex: {
    // It expands nothing: references become `env_vars` and `bearer_token_env_var`.
    reference: () => [],
    stdio: { env: 'env', more: ['env_vars', 'enabled'] },
    http: { url: ['url'], headers: 'http_headers', more: ['bearer_token_env_var', 'enabled'] },
  },
  'gemini-cli': {
    reference: (name) => [`\${${name}}`, `$${name}`],
    stdio: { type: ['stdio', undefined], env: 'env', more: ['trust'] },
    http: { type: ['http', undefined], url: ['httpUrl', 'url'], headers: 'headers', more: ['trust'] },
  },
  mcporter: {
    reference: (name) => [`\${${name}}`, `\${env:${name}}`, `$env:${name}`],
    stdio: { type: ['stdio', undefined], env: 'env' },
    http: { type: ['http', undefined], url: ['url', 'baseUrl'], headers: 'headers' },
  },
};

/** How many of the two new entries are correct for the client. */
export function countRight(faults: readonly string[]): number {
  return ['stdio: ', 'http: '].filter((start) => !faults.some((fault) => fault.startsWith(start))).length;
}

/** Errors in the two new entries of a client; empty when they are correct. */
export function checkEntries(client: BenchClient, servers: Entry): string[] {
  const [stdio, http] = [mapOf(servers[stdioServer.name]), mapOf(servers[httpServer.name])];
  return [
    ...(stdio ? checkStdio(client, stdio).map((fault) => `stdio: ${fault}`) : ['stdio: missing']),
    ...(http ? checkHttp(client, http).map((fault) => `http: ${fault}`) : ['http: missing']),
  ];
}

function checkStdio(client: BenchClient, entry: Entry): string[] {
  const { reference, stdio } = rules[client];
  const env = mapOf(entry[stdio.env]) ?? {};
  const command = client === 'opencode' ? entry['command'] : [entry['command'], ...listOf(entry['args'])];
  const isPassedOn =
    client === 'codex'
      ? listOf(entry['env_vars']).some((item) => item === 'BENCH_API_KEY' || mapOf(item)?.['name'] === 'BENCH_API_KEY')
      : reference('BENCH_API_KEY').includes(String(env['BENCH_API_KEY']));
  return [
    ...unless(isSame(command, commandLine), `command is ${show(command)}`),
    ...unless(isAmong(stdio.type, entry['type']), `type is ${show(entry['type'])}`),
    ...unless(env['LOG_LEVEL'] === stdioServer.env.LOG_LEVEL, `${stdio.env}.LOG_LEVEL is ${show(env['LOG_LEVEL'])}`),
    ...unless(isPassedOn, `BENCH_API_KEY is not referred to: ${show(env['BENCH_API_KEY'])}`),
    ...strange(entry, ['type', 'command', client === 'opencode' ? '' : 'args', stdio.env, ...(stdio.more ?? [])]),
  ];
}

function checkHttp(client: BenchClient, entry: Entry): string[] {
  const { reference, http } = rules[client];
  if (entry['command'] !== undefined) return [`starts ${show(entry['command'])} to get there`];
  const headers = mapOf(entry[http.headers]) ?? {};
  const url = http.url.map((key) => entry[key]).find((value) => value !== undefined);
  const isAuthorized =
    client === 'codex'
      ? entry['bearer_token_env_var'] === 'BENCH_TOKEN' && headers['Authorization'] === undefined
      : reference('BENCH_TOKEN').some((text) => headers['Authorization'] === `Bearer ${text}`);
  const isSse = client === 'gemini-cli' && entry['httpUrl'] === undefined && entry['type'] !== 'http';
  return [
    ...unless(url === httpServer.url, `url is ${show(url)}`),
    ...unless(isAmong(http.type, entry['type']), `type is ${show(entry['type'])}`),
    ...unless(!isSse, 'url without a type means SSE'),
    ...unless(headers['X-Team'] === 'blue', `${http.headers}.X-Team is ${show(headers['X-Team'])}`),
    ...unless(isAuthorized, `BENCH_TOKEN is not referred to: ${show(headers['Authorization'])}`),
    ...strange(entry, ['type', ...http.url, http.headers, ...(http.more ?? [])]),
  ];
}

function strange(entry: Entry, known: readonly string[]): string[] {
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => `${key} means nothing to it`);
}

function unless(isRight: boolean, fault: string): string[] {
  return isRight ? [] : [fault];
}

function isAmong(allowed: readonly unknown[] | undefined, value: unknown): boolean {
  return allowed?.includes(value) ?? true;
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function mapOf(value: unknown): Entry | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
