import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { findPolicies, readPolicies } from '../../../src/store/policy/read-policies.ts';
import { workspace } from '../../manage/support/workspace.ts';

const text = (id: string): string => JSON.stringify({ rules: [{ id, deny: { command: ['sh'] } }] });

/** A machine whose administrator has written a policy. */
function managed(host: Host, path: string, content: string): Host {
  const { fs } = host;
  const isIt = (asked: string): boolean => asked === path;
  return {
    ...host,
    fs: {
      ...fs,
      kindOf: async (asked) => (isIt(asked) ? 'file' : fs.kindOf(asked)),
      readFile: async (asked) => (isIt(asked) ? Buffer.from(content) : fs.readFile(asked)),
    },
  };
}

test.each([
  ['linux', '/etc/plugboard/policy.json'],
  ['darwin', '/Library/Application Support/Plugboard/policy.json'],
  ['win32', 'C:/ProgramData/Plugboard/policy.json'],
] as const)('the policy of the administrator on %s', async (platform, path) => {
  const { host } = workspace();
  // Variables of the user do not move it.
  const env = { ...host.env, ProgramData: '/nowhere', XDG_CONFIG_HOME: '/nowhere', PLUGBOARD_HOME: '/nowhere' };
  const policies = await readPolicies(managed({ ...host, env, platform }, path, text('managed')));
  expect(policies.map(({ file }) => file)).toEqual([path]);
});

test('the policies of a checkout apply in its directories', async () => {
  const here = workspace({ 'plugboard.policy.json': text('root'), 'a/b/plugboard.policy.json': text('inner') });
  mkdirSync(here.path('.git'));
  const inside = { ...here.host, cwd: here.path('a/b') };
  expect((await readPolicies(inside)).map(({ rules }) => rules[0]?.id)).toEqual(['root', 'inner']);
  expect((await readPolicies({ ...here.host, cwd: here.path('a') })).map(({ rules }) => rules[0]?.id)).toEqual([
    'root',
  ]);
});

test('a link into a checkout does not lead around its policy', async () => {
  const here = workspace({ 'plugboard.policy.json': text('root'), 'a/x': '' });
  mkdirSync(here.path('.git'));
  symlinkSync(here.path('a'), here.path('~/link'));
  const linked = { ...here.host, cwd: here.path('~/link') };
  expect((await readPolicies(linked)).map(({ rules }) => rules[0]?.id)).toEqual(['root']);
});

test('without a checkout only the directory itself counts', async () => {
  const here = workspace({ 'plugboard.policy.json': text('root'), 'a/x': '' });
  expect(await readPolicies({ ...here.host, cwd: here.path('a') })).toEqual([]);
});

test('an invalid policy is an error with a position, never ignored', async () => {
  const here = workspace({ 'plugboard.policy.json': '{\n  "rules": [{ "id": "a", "deny": { "comand": ["sh"] } }]\n}' });
  await expect(readPolicies(here.host)).rejects.toMatchObject({ code: 'policy-invalid' });
  const [found] = await findPolicies(here.host);
  expect(found?.diagnostics[0]).toMatchObject({ code: 'policy-invalid', range: { start: { line: 2 } } });
});

test.each(['', '[]', 'null', '{"rules": [}', '\u0000'])('the text %j is refused', async (content) => {
  const here = workspace({ 'plugboard.policy.json': content });
  await expect(readPolicies(here.host)).rejects.toMatchObject({ code: 'policy-invalid' });
});

test('a directory in its place is refused', async () => {
  const here = workspace({ 'plugboard.policy.json/x': '' });
  await expect(readPolicies(here.host)).rejects.toMatchObject({ code: 'policy-invalid' });
});
