import { expect, it } from 'vitest';
import { errorCatalog } from '../../../src/model/diagnostics/error-catalog.ts';
import { PlugboardError } from '../../../src/model/diagnostics/error.ts';

it('has a code, data, words and a cause', () => {
  const cause = new Error('inner');
  const error = new PlugboardError('path-blocked', { path: 'a.b', at: 'a' }, cause);
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe('PlugboardError');
  expect(error.code).toBe('path-blocked');
  expect(error.data).toEqual({ path: 'a.b', at: 'a' });
  expect(error.cause).toBe(cause);
  expect('cause' in new PlugboardError('path-missing', { path: 'a' })).toBe(false);
});

/** Data that has something for every message. */
const sample = {
  diagnostics: [],
  references: [],
  issues: ['it is so'],
  backups: ['a.b'],
  path: 'a.b',
  at: 'a',
  // One of the reasons that an entry knows.
  why: 'none',
  reason: 'it is so',
  file: 'a.json',
  name: 'a',
  directory: '/a',
  target: 'a:user',
  project: '/a',
  id: 'x1',
  pid: 1,
  seconds: 30,
  message: 'it is so',
  places: ['a:user', 'b:user'],
  server: 'a',
  client: 'b',
  field: 'url',
  action: 'dropped',
  where: 'a.json',
  source: 'a',
  losses: 2,
  count: 2,
  known: ['a'],
  summary: '1 differs',
  tokens: 2,
  budget: 1,
  tool: 'a',
  prompt: 'a',
  text: 'it is so',
  hash: 'abc',
  program: 'a',
  install: 'npm install a',
  servers: ['a'],
  rule: 'a',
  effect: 'denied',
  vault: 'a',
  names: ['a'],
  state: 'applied',
  registry: 'https://registry.test',
  registries: ['https://registry.test'],
  version: '1.0.0',
  offers: ['npm'],
  unusable: [],
  inputs: [{ id: 'A', problem: 'missing' }],
  command: 'plugboard registry install a',
  problem: 'link',
  what: 'a',
  bytes: 2,
  limit: 1,
  now: 'restored',
  differs: ['its program'],
};

/** Entries whose reasons are others. */
const own: Readonly<Record<string, object>> = {
  'passphrase-needed': { why: 'missing' },
  'rights-refused': { why: 'form' },
};

it('counts properly', () => {
  const message = (references: unknown[]): string =>
    (errorCatalog['server-referenced'].message as (data: unknown) => string)({ name: 'a', references });
  expect(message([1])).toBe('Server "a" is still referenced in 1 place.');
  expect(message([1, 2])).toBe('Server "a" is still referenced in 2 places.');
});

it.each(Object.entries(errorCatalog))('%s has words', (code, { message, summary }) => {
  const words = (message as (data: unknown) => string)({ ...sample, ...own[code] });
  expect(words).toMatch(/^\S.+$/);
  expect(words).not.toContain('undefined');
  expect(summary).toMatch(/^\S.+\.$/);
});
