import { describe, expect, it } from 'vitest';
import { isError } from '../../src/model/diagnostics/diagnostic.ts';
import type { Value } from '../../src/model/value.ts';
import { checkDocument } from '../../src/validate/document-rules.ts';
import { issuesOf } from './support/issues.ts';

const check = (options: Record<string, unknown>): string[] => issuesOf({ command: 'npx', ...options });

describe('options in order', () => {
  it.each([
    { enabled: true, disabled: false },
    { enabled: false },
    { timeout: 30, retries: 3 },
    { timeout: 0.5, retries: 0 },
    { platforms: ['darwin', 'linux', 'windows'] },
    { platforms: [] },
    { auth: { type: 'oauth', credentialId: 'x', more: 1 } },
    { tools: { allow: ['a'], deny: [] } },
    { name: 'x' },
  ])('%j', (options) => expect(check(options)).toEqual([]));
});

describe('options that are ignored', () => {
  it.each([
    [{ enabled: 'yes' }, ['switch-ignored enabled']],
    [{ enabled: 1, disabled: null }, ['switch-ignored enabled', 'switch-ignored disabled']],
    [{ enabled: true, disabled: true }, ['switch-conflict disabled']],
    [{ enabled: false, disabled: false }, ['switch-conflict disabled']],
    [{ timeout: 0 }, ['timeout-ignored timeout']],
    [{ timeout: -1 }, ['timeout-ignored timeout']],
    [{ timeout: '30' }, ['timeout-ignored timeout']],
    [{ timeout: null }, ['timeout-ignored timeout']],
    [{ retries: 1.5 }, ['retries-ignored retries']],
    [{ retries: -1 }, ['retries-ignored retries']],
    [{ retries: '3' }, ['retries-ignored retries']],
    [{ platforms: ['linux', 'beos'] }, ['platform-unknown platforms.1']],
    [{ platforms: 'linux' }, ['wrong-type platforms']],
    [{ auth: { type: 'basic' } }, ['auth-unknown auth.type']],
    [{ auth: {} }, ['auth-unknown auth.type']],
    [{ auth: 'oauth' }, ['wrong-type auth']],
    [{ tools: { allow: 'a', deny: [1] } }, ['wrong-type tools.allow', 'wrong-type tools.deny.0']],
    [{ name: 'y' }, ['name-differs name']],
    [{ name: 7 }, ['name-differs name']],
  ])('%j', (options, issues) => expect(check(options)).toEqual(issues));

  it('do not make a server unusable', () => {
    const server: Value = { command: 'npx', enabled: 'yes', timeout: -1, retries: 'many', auth: { type: 'none' } };
    const issues = checkDocument({ mcpServers: { x: server } });
    expect(issues).toHaveLength(4);
    expect(issues.some(isError)).toBe(false);
  });
});
