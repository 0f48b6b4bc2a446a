import { describe, expect, it } from 'vitest';
import { effectiveFields, executedLines, withoutTrust } from '../../../src/model/fields/effective-fields.ts';
import type { Server } from '../../../src/model/server.ts';
import type { Value } from '../../../src/model/value.ts';

const base: Server = { transport: 'http', url: 'https://a.example/mcp' };
const having = (client: string, key: string, value: Value): Server => ({
  ...base,
  extras: { [client]: { [key]: value } },
});
const effects = (server: Server): string[] => effectiveFields(server).map(({ key, effect }) => `${key} ${effect}`);

describe('effective fields', () => {
  it.each<[string, Server, string[]]>([
    ['of the client that has them', having('claude-code', 'headersHelper', 'a b'), ['headersHelper executes']],
    ['under another client', having('codex', 'headersHelper', 'a b'), ['headersHelper executes']],
    ['under a client that does not exist', having('new', 'headersHelper', 'a b'), ['headersHelper executes']],
    ['at the top, as another client reads them', { ...base, headersHelper: 'a' }, ['headersHelper executes']],
    ['in another spelling', { ...base, HeadersHelper: 'a' }, ['HeadersHelper unknown']],
    ['with invisible characters', { ...base, 'headers\u200bHelper': 'a' }, ['headers\u200bHelper unknown']],
    ['that no client has', { ...base, future: false }, ['future unknown']],
    ['with a name of JavaScript', having('codex', 'constructor', 'a'), ['constructor unknown']],
    ['inside a map', having('claude-code', 'alwaysLoad', { a: { b: { c: 1 } } }), ['alwaysLoad unknown']],
    ['for no client', { ...base, extras: { codex: 'a' } }, ['codex unknown']],
    ['that start', having('claude-code', 'command', 'sh'), ['command reads']],
    ['that are settings', having('claude-code', 'alwaysLoad', true), []],
    ['that are empty', having('claude-code', 'headersHelper', ''), []],
    ['that trust nothing', having('gemini-cli', 'trust', false), []],
    ['that trust', having('gemini-cli', 'trust', 'false'), ['trust trusts']],
    ['that are a comment', having('cursor', '_comment', 'ours'), []],
    ['that are more than a comment', having('cursor', 'metadata', { a: { b: { c: 1 } } }), ['metadata unknown']],
    ['that trust as JavaScript reads it', having('gemini-cli', 'trust', 1), ['trust trusts']],
    ['that trust as an empty list', having('gemini-cli', 'trust', []), ['trust trusts']],
    ['that trust as an empty map', having('qoder', 'trust', {}), ['trust trusts']],
    ['that do not trust as JavaScript reads it', having('qwen-code', 'trust', 0), []],
    ['that approve by a number', having('kiro', 'autoApprove', 1), ['autoApprove trusts']],
    ['that ask', having('codex', 'default_tools_approval_mode', 'prompt'), []],
    [
      'that do not ask',
      having('codex', 'default_tools_approval_mode', 'approve'),
      ['default_tools_approval_mode trusts'],
    ],
    ['that ask for a tool', having('codex', 'tools', { a: { approval_mode: 'prompt' } }), []],
    ['that do not ask for it', having('codex', 'tools', { a: { approval_mode: 'approve' } }), ['tools trusts']],
    ['that choose tools', having('mcp-json', 'tools', ['*']), []],
    [
      'that allow one',
      having('claude-code', 'tools', [{ name: 'a', permission_policy: 'always_allow' }]),
      ['tools trusts'],
    ],
    [
      'that ask about one',
      having('claude-code', 'tools', [{ name: 'always_allow', permission_policy: 'always_ask' }]),
      [],
    ],
    ['that ask for confirmation', having('pi', 'approveTools', true), []],
    ['that take confirmation back', having('pi', 'approveTools', false), ['approveTools trusts']],
    ['that are a token', having('pi', 'bearerToken', 'abc'), ['bearerToken reads']],
    ['that are a command for a token', having('pi', 'bearerToken', '!abc'), ['bearerToken executes']],
    ['with the name of a prompt', having('vscode', 'inputs', { A: 'a' }), []],
    ['with prompts', having('vscode', 'inputs', { A: 'a', B: { id: 'b', type: 'promptString' } }), ['inputs asks']],
    [
      'with a command for a prompt',
      having('vscode', 'inputs', { B: { id: 'b', type: 'command' } }),
      ['inputs executes'],
    ],
  ])('%s', (_, server, expected) => {
    expect(effects(server)).toEqual(expected);
  });

  it('are unreadable in another form than the client runs', () => {
    const isReadable = (server: Server): boolean => effectiveFields(server).every(({ isUnreadable }) => !isUnreadable);
    expect(isReadable(having('claude-code', 'headersHelper', 'a'))).toBe(true);
    expect(isReadable(having('pi', 'requestHeadersCommand', { command: 'a', args: ['b'] }))).toBe(true);
    for (const value of [['sh', '-c', 'x'], { command: 'x' }, 5, true])
      expect(isReadable(having('claude-code', 'headersHelper', value))).toBe(false);
    for (const value of ['x', ['x'], { args: ['x'] }, { command: ['x'] }, { command: 'x', args: 'y' }])
      expect(isReadable(having('pi', 'requestHeadersCommand', value))).toBe(false);
  });

  it('have the command lines that a client would run', () => {
    expect(executedLines(having('codex', 'http_headers_helper', 'a | b'))).toEqual([['sh', '-c', 'a | b']]);
    expect(executedLines(having('pi', 'requestHeadersCommand', { command: 'a', args: ['b'] }))).toEqual([['a', 'b']]);
    expect(executedLines(having('pi', 'bearerToken', '!a b'))).toEqual([['sh', '-c', 'a b']]);
    expect(executedLines({ command: 'x', extras: { mcporter: { oauthCommand: { args: ['login'] } } } })).toEqual([
      ['x', 'login'],
    ]);
  });
});

describe('a definition without trust', () => {
  const trusting: Server = {
    ...having('kiro', 'autoApprove', ['*']),
    trust: true,
    clients: { roo: { extras: { roo: { alwaysAllow: ['a'], watchPaths: ['b'] } } } },
  };

  it('has none in the catalog, in no place', () => {
    const { server, losses } = withoutTrust('canonical', trusting);
    expect(server).toEqual({ ...base, clients: { roo: { extras: { roo: { watchPaths: ['b'] } } } } });
    expect(losses.map(({ field, action, reason }) => [field, action, reason])).toEqual([
      ['extras.kiro.autoApprove', 'dropped', 'trust-of-project'],
      ['trust', 'dropped', 'trust-of-project'],
      ['clients.roo.extras.roo.alwaysAllow', 'dropped', 'trust-of-project'],
    ]);
  });

  it('keeps what the entry there trusts already', () => {
    expect(
      withoutTrust('kiro', having('kiro', 'autoApprove', ['a']), having('kiro', 'autoApprove', ['a'])).losses,
    ).toEqual([]);
    expect(
      withoutTrust('kiro', having('kiro', 'autoApprove', ['*']), having('kiro', 'autoApprove', ['a'])).losses,
    ).toHaveLength(1);
  });
});
