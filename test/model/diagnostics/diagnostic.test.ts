import { describe, expect, it } from 'vitest';
import { catalog } from '../../../src/model/diagnostics/diagnostic-catalog.ts';
import {
  describe as word,
  type Diagnostic,
  diagnostic,
  type DiagnosticCode,
  isError,
} from '../../../src/model/diagnostics/diagnostic.ts';

/** Something for every argument that any entry takes. */
const args = {
  format: 'JSON',
  problem: 'a problem',
  at: 'listen.port',
  hint: 'a hint',
  key: 'some-key',
  firstLine: 3,
  count: 10_001,
  limit: 10_000,
  found: 'UTF-16',
  reason: 'a reason',
  target: '/a/file',
  keys: ['servers'],
  field: 'timeout',
  expected: 'string',
  received: 'number',
  allowed: ['a', 'b'],
  transport: 'http',
  length: 101,
  max: 100,
  name: 'a name',
  platform: '"beos"',
  client: 'Some Client',
  reference: '${VAR}',
  as: 'mcp__some',
  command: 'npx',
  path: '/some/where',
  cwd: '/some/where',
  variable: 'TOKEN',
  becomes: 'empty',
  package: 'some-package',
  by: 'a.json:1',
  why: 'counts more',
  other: 'another',
  clients: ['One', 'Other'],
  left: 5,
  mode: '644',
  looks: 'sse',
  host: 'example.com',
  type: 'remote',
  beside: 'url',
  needs: 'a whole number',
  how: 'approve it',
  title: 'add git',
  remedy: 'restore it',
  server: 'git',
  tool: 'log',
  tools: ['log of git', 'log of hg'],
  where: 'the instructions',
  what: '3 characters',
  changes: ['log is new'],
  likely: 'Other Client',
  id: 'other-client',
  projects: 2,
  line: 'Starting…',
  asked: 'Which branch?',
  place: 'cursor:user',
  state: 'changed in the client',
  fields: ['timeout'],
  near: 'cursor',
  from: 'Other Client',
  store: 'its keyring',
  secret: 'API_TOKEN',
  secrets: 'API_TOKEN, OTHER_TOKEN',
  wanted: 'API_TOKEN as env.TOKEN',
  receiver: 'npx -y acme',
};

describe.each(Object.keys(catalog) as DiagnosticCode[])('%s', (code) => {
  const issue = { code, severity: catalog[code].severity, args } as unknown as Diagnostic;

  it('has words and a way out', () => {
    const { message, fix } = word(issue);
    for (const text of [message, fix, catalog[code].summary]) {
      expect(text).toMatch(/^\S.{8,}\S$/);
      expect(text).not.toMatch(/undefined|\[object|NaN/);
    }
  });

  it('is called in kebab-case', () => expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/));
});

it('carries severity, arguments and place', () => {
  const range = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 2, offset: 1 } };
  const issue = diagnostic('command-missing', {}, { path: ['servers', 'x'], range, file: 'a.json' });
  const severity = 'error';
  expect(issue).toEqual({
    code: 'command-missing',
    severity,
    args: {},
    path: ['servers', 'x'],
    range,
    file: 'a.json',
  });
  expect(isError(issue)).toBe(true);
  expect(isError(diagnostic('switch-conflict', {}))).toBe(false);
});

it.each([
  [diagnostic('syntax', { format: 'JSON', problem: 'x' }), 'Check JSON syntax'],
  [diagnostic('syntax', { format: 'TOML', problem: 'x', hint: 'do y' }), 'Check TOML syntax: do y'],
  [
    diagnostic('wrong-type', { field: 'env', expected: 'string', received: 'number' }),
    'Ensure all env values are strings',
  ],
  [diagnostic('wrong-type', { field: 'cwd', expected: 'string', received: 'number' }), 'Make cwd a string'],
  [diagnostic('url-invalid', {}), 'Verify URL format'],
  [diagnostic('command-missing', {}), 'Check command exists and is executable'],
])('suggests what users of config sets know: %#', (issue, fix) => expect(word(issue).fix).toBe(fix));
