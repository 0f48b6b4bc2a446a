import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { places } from '../../registry/packages/support.ts';
import { marksIn } from '../../store/git/bait.ts';
import { askInProcess } from '../support/in-process.ts';
import { type Machine, machine } from '../support/machine.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const npx = (...args: string[]): object => ({ command: 'npx', args: ['-y', ...args] });

const integrity = { version: '1.2.3', dist: { integrity: 'sha512-abc==' } };

/** The PATH as npm and careless people set it: with directories of the project in front. */
const pathOf = (here: Machine): string =>
  ['', '.', './node_modules/.bin', here.path('node_modules/.bin'), here.path('bin'), dirname(process.execPath)].join(
    ':',
  ) + ':/usr/bin:/bin';

async function approve(here: Machine): Promise<void> {
  const { data } = await askInProcess(here, ['approve']);
  for (const { fingerprint } of data.pending ?? data.servers)
    expect((await askInProcess(here, ['approve', fingerprint])).code).toBe(0);
}

const withEnv = (here: Machine, env: Readonly<Record<string, string>>): Machine => ({
  ...here,
  env: { ...here.env, ...env },
});

const commands = [['lock'], ['lock', '--dry-run'], ['lock', '--update'], ['lock', '--update', 'acme'], ['check']];

test.skipIf(process.platform === 'win32')(
  'a project that is not approved has nothing started or contacted',
  async () => {
    const registry = await places({});
    const servers = {
      acme: npx('@acme/server@1.2.3'),
      image: { command: 'docker', args: ['run', '-i', `${new URL(registry.url).host}/acme/server:1`] },
      python: { command: 'uvx', args: ['acme-server@1.0.0'] },
      local: { command: 'node', args: ['x.js'] },
    };
    const here = machine({ '.mcp.json': json({ mcpServers: servers }), '.npmrc': `registry=${registry.url}\n` });
    const marks = marksIn(here.path('~/marks'));
    for (const name of ['npm', 'npx', 'node', 'docker', 'uvx', 'git'])
      for (const place of ['.', 'bin', 'node_modules/.bin']) marks.program(here.path(`${place}/${name}`), name);
    const env = { PATH: pathOf(here), UV_DEFAULT_INDEX: registry.url };
    for (const args of commands) {
      await askInProcess(withEnv(here, env), args);
      expect([args, marks.left(), registry.asked]).toEqual([args, [], []]);
    }
    const { code, data, errors } = await askInProcess(withEnv(here, env), ['lock']);
    expect([code, errors.map((one) => one.code)]).toEqual([1, Array(3).fill('approval-needed')]);
    expect(
      Object.fromEntries(data.servers.map((one: Record<string, string>) => [one['server'], one['change']])),
    ).toEqual({
      acme: 'unapproved',
      image: 'unapproved',
      python: 'unapproved',
      local: 'same',
    });
    expect(Object.keys(JSON.parse(here.read('plugboard.lock')).servers)).toEqual(['local']);
  },
);

test.skipIf(process.platform === 'win32')('npm is asked for the settings of the user, not of the project', async () => {
  const [own, other] = [await places({ '/@acme%2fserver/1.2.3': integrity }), await places({})];
  const here = machine({
    '.mcp.json': json({ mcpServers: { acme: npx('@acme/server@1.2.3') } }),
    '.npmrc': `registry=${other.url}\n`,
    'package.json': '{}',
    '~/.npmrc': `registry=${own.url}\n`,
  });
  const marks = marksIn(here.path('~/marks'));
  for (const place of ['npm', 'bin/npm', 'node_modules/.bin/npm']) marks.program(here.path(place), 'npm');
  await approve(here);
  // As npm calls the programs of `npm run` and `npx`.
  const env = { PATH: pathOf(here), npm_config_registry: other.url, npm_config_user_agent: 'npm', npm_execpath: 'npm' };
  expect((await askInProcess(withEnv(here, env), ['lock'])).code).toBe(0);
  expect([marks.left(), other.asked, own.asked.length]).toEqual([[], [], 1]);
  expect(JSON.parse(here.read('plugboard.lock')).servers.acme).toMatchObject({ integrity: 'sha512-abc==' });
});

test.each([['outdated'], ['update'], ['update', '--dry-run']])(
  'registry %s %s asks no registry that a project names',
  async (...args) => {
    const [named, own] = [await places({}), await places({})];
    const origin = { registry: 'npm', name: 'acme', version: '1.0.0', server: 'io.acme/server' };
    const source = { ...npx('acme@1.0.0'), package: { ...origin, source: named.url } };
    const here = machine({
      'plugboard.json': json({ servers: { acme: source, plain: { ...npx('acme@1.0.0'), package: origin } } }),
      '~/.config/plugboard/plugboard.json': json({ registries: [own.url] }),
    });
    const before = await askInProcess(here, ['registry', ...args]);
    const shown = before.data.servers ?? before.data.updates;
    expect(shown.map(({ state }: { state: string }) => state)).toEqual(['unapproved', 'unapproved']);
    expect([named.asked, own.asked]).toEqual([[], []]);
    await approve(here);
    const after = await askInProcess(here, ['registry', ...args]);
    const now = after.data.servers ?? after.data.updates;
    expect(Object.fromEntries(now.map((one: Record<string, string>) => [one['name'], one['state']]))).toMatchObject({
      acme: 'unknown',
    });
    expect(named.asked).toEqual([]);
    expect(own.asked.length).toBeGreaterThan(0);
    await askInProcess(here, ['registry', ...args, '--registry', named.url]);
    expect(named.asked.length).toBeGreaterThan(0);
  },
);

test('registry update of a server by name says that it needs approval', async () => {
  const origin = { registry: 'npm', name: 'acme', version: '1.0.0', server: 'io.acme/server' };
  const here = machine({ 'plugboard.json': json({ servers: { acme: { ...npx('acme@1.0.0'), package: origin } } }) });
  const { code, errors } = await askInProcess(here, ['registry', 'update', 'acme']);
  expect([code, errors[0]?.code]).toEqual([1, 'approval-needed']);
});
