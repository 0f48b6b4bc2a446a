import { expect, it } from 'vitest';
import { errorCatalog, PlugboardError } from '../../src/model/error.ts';

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

it.each(Object.entries(errorCatalog))('%s has words', (_, { message, summary }) => {
  const words = (message as (data: unknown) => string)({ diagnostics: [], path: 'a.b', at: 'a', why: 'it is so' });
  expect(words).toMatch(/^\S.+\.$/);
  expect(words).not.toContain('undefined');
  expect(summary).toMatch(/^\S.+\.$/);
});
