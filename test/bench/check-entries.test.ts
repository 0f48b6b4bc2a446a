import { describe, expect, it } from 'vitest';
import { checkEntries } from '../../bench/config/check-entries.ts';
import { commandLine, httpServer, stdioServer } from '../../bench/config/job.ts';
import type { BenchClient } from '../../bench/config/targets.ts';

type Entry = Record<string, unknown>;

const [command, ...args] = commandLine;
const { url } = httpServer;

function pair(reference: (name: string) => string, stdio: Entry = {}, http: Entry = {}): [Entry, Entry] {
  const env = { BENCH_API_KEY: reference('BENCH_API_KEY'), LOG_LEVEL: 'debug' };
  const headers = { Authorization: `Bearer ${reference('BENCH_TOKEN')}`, 'X-Team': 'blue' };
  return [
    { command, args, env, ...stdio },
    { url, headers, ...http },
  ];
}

/** Entries as the clients need them. */
const right: Record<BenchClient, [Entry, Entry]> = {
  'claude-code': pair((name) => `\${${name}}`, { type: 'stdio' }, { type: 'http' }),
  opencode: [
    {
      type: 'local',
      command: commandLine,
      environment: { BENCH_API_KEY: '{env:BENCH_API_KEY}', LOG_LEVEL: 'debug' },
    },
    { type: 'remote', url, headers: { Authorization: 'Bearer {env:BENCH_TOKEN}', 'X-Team': 'blue' } },
  ],
  cursor: pair((name) => `\${env:${name}}`),
  vscode: pair((name) => `\${env:${name}}`, { type: 'stdio' }, { type: 'http' }),
  codex: [
    { command, args, env_vars: ['BENCH_API_KEY'], env: { LOG_LEVEL: 'debug' } },
    { url, bearer_token_env_var: 'BENCH_TOKEN', http_headers: { 'X-Team': 'blue' } },
  ],
  'gemini-cli': pair((name) => `$${name}`, {}, { type: 'http' }),
  mcporter: pair((name) => `\${${name}}`),
};

function faults(client: BenchClient, stdio: Entry = {}, http: Entry = {}): string[] {
  const [local, remote] = right[client];
  const servers = { [stdioServer.name]: { ...local, ...stdio }, [httpServer.name]: { ...remote, ...http } };
  // As a file would hold them: what is undefined is not there.
  return checkEntries(client, JSON.parse(JSON.stringify(servers)) as Entry);
}

describe('new entries', () => {
  it.each(Object.keys(right) as BenchClient[])('of %s pass when they are right', (client) => {
    expect(faults(client)).toEqual([]);
  });

  it.each(Object.keys(right) as BenchClient[])('of %s are missed when they are not there', (client) => {
    expect(checkEntries(client, {})).toEqual(['stdio: missing', 'http: missing']);
  });

  it.each<[string, BenchClient, Entry, Entry, RegExp]>([
    [
      'an argument that was split at its blank',
      'cursor',
      { args: [...args.slice(0, -1), 'two', 'words'] },
      {},
      /command/,
    ],
    ['a list of arguments beside a command that is a list', 'opencode', { args: [] }, {}, /args means nothing/],
    ['the name of another client for the variables', 'opencode', { environment: undefined, env: {} }, {}, /LOG_LEVEL/],
    ['a transport of another client', 'opencode', {}, { type: 'http' }, /type is "http"/],
    ['a missing transport', 'claude-code', {}, { type: undefined }, /type is missing/],
    ['a transport that is not known', 'claude-code', {}, { type: 'remote' }, /type is "remote"/],
    ['an address that would be taken for SSE', 'gemini-cli', {}, { type: undefined }, /SSE/],
    ['an address without its question', 'vscode', {}, { url: 'https://tickets.example.com/mcp' }, /url is/],
    ['a wrapped address', 'cursor', {}, { url: undefined, command: 'npx' }, /starts "npx"/],
    ['a lost header', 'codex', {}, { http_headers: {} }, /X-Team/],
    [
      'headers under another name',
      'codex',
      {},
      { http_headers: undefined, headers: { 'X-Team': 'blue' } },
      /headers means/,
    ],
    [
      'a reference in the header of Codex',
      'codex',
      {},
      { http_headers: { Authorization: 'Bearer ${BENCH_TOKEN}', 'X-Team': 'blue' } },
      /BENCH_TOKEN/,
    ],
    [
      'a reference in a variable of Codex',
      'codex',
      { env_vars: [], env: { BENCH_API_KEY: '${BENCH_API_KEY}', LOG_LEVEL: 'debug' } },
      {},
      /BENCH_API_KEY/,
    ],
    [
      'a reference as another client writes it',
      'cursor',
      { env: { BENCH_API_KEY: '${BENCH_API_KEY}', LOG_LEVEL: 'debug' } },
      {},
      /BENCH_API_KEY/,
    ],
    [
      'a value instead of a reference',
      'claude-code',
      { env: { BENCH_API_KEY: 'sekret', LOG_LEVEL: 'debug' } },
      {},
      /BENCH_API_KEY/,
    ],
  ])('fail with %s', (_, client, stdio, http, words) => {
    expect(faults(client, stdio, http).join('\n')).toMatch(words);
  });
});
