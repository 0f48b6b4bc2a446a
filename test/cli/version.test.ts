import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  engines: { node: string };
};

it('prints the versions of everything that matters', () => {
  const { node } = process.versions;
  expect(machine().run(['version'])).toEqual({
    code: 0,
    stdout: `plugboard ${manifest.version}\nNode ${node}\n${process.platform} ${process.arch}\n`,
    stderr: '',
  });
});

it('prints the same as data', () => {
  const { version } = manifest;
  const { platform, arch } = process;
  expect(machine().ask(['version'])).toEqual({
    code: 0,
    schema: 1,
    ok: true,
    data: { version, node: process.versions.node, platform, arch },
    warnings: [],
    errors: [],
  });
});

it('takes no arguments', () => {
  expect(machine().run(['version', 'x'])).toMatchObject({ code: 2, stdout: '' });
});

it.each([
  ['18.20.8', 1],
  ['20.18.9', 1],
  ['20.19.0', 0],
  ['24.0.0', 0],
])('with Node %s exits with %i', (node, code) => {
  // As another Node would say it.
  const preload = join(mkdtempSync(join(homedir(), 'node-')), 'versions.cjs');
  const versions = `{ ...process.versions, node: '${node}' }`;
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
  const args = ['--require', preload, program, '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const needed = manifest.engines.node.replace('>=', '');
  const refusal = `plugboard: needs Node ${needed} or newer, and this is ${node}\n`;
  expect({ status, stdout, stderr }).toEqual({
    status: code,
    stdout: code === 0 ? `${manifest.version}\n` : '',
    stderr: code === 0 ? '' : refusal,
  });
});
