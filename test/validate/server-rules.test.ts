import { describe, expect, it } from 'vitest';
import { isWebAddress } from '../../src/validate/server-rules.ts';
import { issuesOf } from './support/issues.ts';

const url = 'https://example.com/mcp';

describe('a valid server', () => {
  it.each([
    { command: 'npx' },
    { command: 'npx', args: [], env: {} },
    { type: 'stdio', command: '/usr/bin/mcp', args: ['-y', ''], env: { DEBUG: '' }, cwd: '/tmp' },
    { transport: 'stdio', command: 'npx' },
    { type: 'http', url },
    { type: 'sse', url, headers: { Accept: 'text/event-stream' } },
    { type: 'http', url: 'http://localhost:3000/mcp', env: { API_TIMEOUT: '30' } },
    { type: 'http', url: '${BASE_URL}/mcp' },
    { command: 'npx', title: 'A title', description: 'Words', unknown: { anything: [1] } },
  ])('%j', (server) => expect(issuesOf(server)).toEqual([]));
});

describe('transport', () => {
  it.each([
    [{}, ['command-missing command']],
    [{ type: 'stdio' }, ['command-missing command']],
    [{ command: '' }, ['command-empty command']],
    [{ type: 'http' }, ['url-missing url']],
    [{ type: 'sse', url: '' }, ['url-missing url']],
    [{ type: 'http', command: 'npx' }, ['url-missing url']],
    [{ type: 'stdio', url }, ['command-missing command']],
    [{ url }, ['transport-inferred']],
    [{ command: 'npx', url }, ['command-and-url url']],
    [{ type: 'http', command: 'npx', url }, ['command-and-url url']],
    [{ type: 'http', url: 'nope' }, ['url-invalid url']],
    [{ type: 'tcp', command: 'npx' }, ['unknown-transport type']],
    [{ type: 'STDIO', command: 'npx' }, ['unknown-transport type']],
    [{ transport: 7, command: 'npx' }, ['unknown-transport transport']],
    [{ type: null, command: 'npx' }, ['unknown-transport type']],
    [{ command: 'npx', headers: {} }, ['field-unused headers']],
    [{ type: 'http', url, args: [], cwd: '/' }, ['field-unused args', 'field-unused cwd']],
  ])('%j', (server, issues) => expect(issuesOf(server)).toEqual(issues));
});

describe('types of fields', () => {
  it.each([
    [{ command: 1 }, ['wrong-type command']],
    [{ command: null }, ['wrong-type command']],
    [{ command: 'a', args: 'b' }, ['wrong-type args']],
    [{ command: 'a', args: ['b', 1, null] }, ['wrong-type args.1', 'wrong-type args.2']],
    [{ command: 'a', env: ['A=b'] }, ['wrong-type env']],
    [{ command: 'a', env: { A: 1, B: true, C: 'ok' } }, ['wrong-type env.A', 'wrong-type env.B']],
    [{ type: 'http', url: 5 }, ['wrong-type url']],
    [{ type: 'http', url, headers: { X: null } }, ['wrong-type headers.X']],
    [
      { command: 'a', cwd: 1, title: 2, description: 3 },
      ['wrong-type cwd', 'wrong-type title', 'wrong-type description'],
    ],
    ['npx', ['wrong-type']],
    [null, ['wrong-type']],
    [[], ['wrong-type']],
  ])('%j', (server, issues) => expect(issuesOf(server)).toEqual(issues));

  it('complains about a field of the wrong kind once, and goes on with the options', () => {
    expect(issuesOf({ type: 'http', url: 1, timeout: 0 })).toEqual(['wrong-type url', 'timeout-ignored timeout']);
  });
});

describe('names', () => {
  it.each([
    ['', 'name-empty'],
    ['x'.repeat(101), 'name-too-long'],
    ['with space', 'name-characters'],
  ])('%j', (name, code) => expect(issuesOf({ command: 'npx' }, name)).toEqual([code]));

  it.each(['__proto__', 'constructor', 'A.b_c-1'])('%s is an ordinary name', (name) => {
    expect(issuesOf({ command: 'npx' }, name)).toEqual([]);
  });
});

describe('isWebAddress', () => {
  it.each([
    'http://localhost:3000/mcp',
    'https://example.com',
    'HTTPS://X',
    ' https://x ',
    'http://[::1]:1/',
    '${URL}',
    'x${A:-b}',
  ])('accepts %s', (text) => expect(isWebAddress(text)).toBe(true));
  it.each([
    '',
    'example.com',
    'localhost:3000',
    'ftp://x',
    'file:///x',
    'https:x',
    'https://',
    'http://a b',
    '$URL',
    '!echo x',
  ])('refuses %j', (text) => expect(isWebAddress(text)).toBe(false));
});
