import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import { askInProcess } from '../support/in-process.ts';
import { type Machine, machine } from '../support/machine.ts';

const json = (value: unknown): string => JSON.stringify(value);
const allow = (...names: string[]): string =>
  json({ rules: [{ id: 'r', allow: { package: names } }], require: { pinned: true } });
const npx: Server = { command: 'npx', args: ['-y', 'cowsay@1.6.0'] };

interface Case {
  readonly server?: Server;
  readonly policy?: string;
  lay?(here: Machine): void;
}

function put(here: Machine, path: string, text = '#!/bin/sh\n'): void {
  here.write(path, text);
  chmodSync(here.path(path), 0o755);
}

/** A checkout on a machine that has these starters. */
function checkout({ server = npx, policy = allow('npm:cowsay'), lay }: Case): Machine {
  const made = machine({ '.mcp.json': json({ mcpServers: { a: server } }), 'plugboard.policy.json': policy });
  mkdirSync(made.path('.git'));
  lay?.(made);
  for (const name of ['npx', 'bunx', 'uvx']) put(made, `~/bin/${name}`);
  const PATH = [made.path('~/bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return { ...made, env: { ...made.env, PATH } };
}

async function verdicts(here: Machine): Promise<{ explain: boolean; check: boolean; bare: boolean }> {
  const isRefused = async (on: Machine): Promise<boolean> => {
    const { data } = await askInProcess(on, ['check']);
    return data.issues.some(({ code }: { code: string }) => code === 'policy-violated');
  };
  const { code } = await askInProcess(here, ['policy', 'explain', 'a']);
  const onOther = await isRefused({ ...here, env: { ...here.env, PATH: here.path('~/nothing') } });
  return { explain: code === 6, check: await isRefused(here), bare: onOther };
}

const denyBash = json({ rules: [{ id: 'r', deny: { command: ['bash'] } }] });

const refused: Readonly<Record<string, Case>> = {
  'settings of npm': { lay: (here) => here.write('.npmrc', 'registry=http://127.0.0.1:9/\n') },
  'a link to settings of npm': {
    lay(here) {
      here.write('~/settings', 'registry=http://127.0.0.1:9/\n');
      symlinkSync(here.path('~/settings'), here.path('.npmrc'));
    },
  },
  'an installed program': { lay: (here) => put(here, 'node_modules/.bin/cowsay') },
  'an installed package': { lay: (here) => here.write('node_modules/cowsay/package.json', '{}') },
  'a program of its own package': {
    lay: (here) => here.write('package.json', json({ name: 'x', bin: { cowsay: 'x.sh' } })),
  },
  'settings of bun': {
    server: { command: 'bunx', args: ['cowsay@1.6.0'] },
    lay: (here) => here.write('bunfig.toml', '[install]\nregistry = "http://127.0.0.1:9/"\n'),
  },
  'an installed program of a named package': {
    server: { command: 'npx', args: ['-y', '-p', 'cowsay@1.6.0', 'cowsay'] },
    lay: (here) => put(here, 'node_modules/.bin/cowsay'),
  },
  'a program in place of npx': {
    server: { ...npx, command: './npx' },
    lay: (here) => put(here, 'npx'),
  },
  'a link to a denied program': {
    policy: denyBash,
    server: { command: './tool' },
    lay: (here) => symlinkSync('/bin/bash', here.path('tool')),
  },
};

const accepted: Readonly<Record<string, Case>> = {
  'no file': {},
  'harmless settings': { lay: (here) => here.write('.npmrc', 'save-exact=true\n') },
  'other installed programs': { lay: (here) => put(here, 'node_modules/.bin/eslint') },
  'settings that its starter does not read': {
    server: { command: 'uvx', args: ['cowsay@1.6.0'] },
    policy: allow('pypi:cowsay'),
    lay: (here) => here.write('.npmrc', 'registry=http://127.0.0.1:9/\n'),
  },
  'a program that is not denied': {
    policy: denyBash,
    server: { command: './tool' },
    lay: (here) => put(here, 'tool'),
  },
};

describe.skipIf(process.platform === 'win32')('check decides about files of the checkout as a start does', () => {
  test.each(Object.keys(refused))('refused: %s', async (name) => {
    expect(await verdicts(checkout(refused[name] ?? {}))).toEqual({ explain: true, check: true, bare: true });
  });

  test.each(Object.keys(accepted))('accepted: %s', async (name) => {
    expect(await verdicts(checkout(accepted[name] ?? {}))).toEqual({ explain: false, check: false, bare: false });
  });

  test('in a directory of the checkout, the files above count, up to its root', async () => {
    const here = checkout({});
    const inside = { ...here, project: here.path('sub') };
    here.write('sub/.mcp.json', json({ mcpServers: { a: npx } }));
    expect(await verdicts(inside)).toMatchObject({ explain: false, check: false, bare: false });
    // npm reads the settings of the nearest directory with a package.
    here.write('package.json', '{}');
    here.write('.npmrc', 'registry=http://127.0.0.1:9/\n');
    expect(await verdicts(inside)).toMatchObject({ explain: true, check: true, bare: true });
  });

  test('files of the machine do not count', async () => {
    const here = checkout({});
    here.write('../package.json', '{}');
    here.write('../.npmrc', 'registry=http://127.0.0.1:9/\n');
    expect(await verdicts(here)).toEqual({ explain: true, check: false, bare: false });
  });
});
