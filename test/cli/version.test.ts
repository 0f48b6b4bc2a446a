import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
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
