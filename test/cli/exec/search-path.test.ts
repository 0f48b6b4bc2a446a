import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { vaultIndexPath } from '../../../src/store/vault/vault-index.ts';
import { program } from '../support/machine.ts';
import { type Box, box, exec, give } from './support/box.ts';

/** What a start printed, or its exit code. */
function result(here: Box, words: readonly string[], more: Record<string, string>, cwd = here.at('empty')): unknown {
  const { status, out } = exec(here, words, more, cwd);
  return status === 0 ? out.trim() : status;
}

it('starts a script whose programs are found only where the person who gave the secrets had programs', async () => {
  const here = await box();
  const { at, env, put } = here;
  const PATH = env['PATH'] ?? '';
  put('project/.git/HEAD', '');
  put('project/bin/inner', '#!/bin/sh\necho "EVIL $X"\n');
  put('project/inner', '#!/bin/sh\necho "EVIL $X"\n');
  for (const words of [['wrapper'], [at('tools/wrapper')]]) {
    await give(here, words);
    for (const first of [at('evil'), at('project/bin'), '', '.', './bin', at('tools/../evil')])
      expect([words, first, result(here, words, { PATH: `${first}:${PATH}` }, at('project'))]).toEqual([
        words,
        first,
        'good canary',
      ]);
  }
});

it('keeps the directories of a version manager, whatever they are called in this session', async () => {
  const here = await box();
  const { at, env, put } = here;
  put('home/.local/share/fnm/node-versions/v20/bin/inner', '#!/bin/sh\necho "good $X"\n');
  put('home/.local/share/fnm/node-versions/v22/bin/inner', '#!/bin/sh\necho "good $X"\n');
  rmSync(at('tools/inner'));
  const link = (name: string, version: string): string => {
    mkdirSync(at('shells'), { recursive: true });
    symlinkSync(at(`home/.local/share/fnm/node-versions/${version}`), at('shells', name));
    return at('shells', name, 'bin');
  };
  await give(here, ['wrapper'], { env: { ...env, PATH: `${link('1', 'v20')}:${env['PATH']}` } });
  const later = `${link('2', 'v22')}:${env['PATH']}`;
  expect(result(here, ['wrapper'], { PATH: later })).toBe('good canary');
  // Such a name must not lead elsewhere again.
  const detour = `${at('home/.local/share/fnm/node-versions/v20/../../../../../..')}/evil:${later}`;
  expect(result(here, ['wrapper'], { PATH: detour })).toBe('good canary');
});

it('leaves a grant of an earlier version all directories but those of the project', async () => {
  const here = await box();
  const { at, env, host, put } = here;
  put('project/.git/HEAD', '');
  put('project/bin/inner', '#!/bin/sh\necho "EVIL $X"\n');
  const PATH = `${at('project/bin')}:${env['PATH']}`;
  await give(here, ['wrapper']);
  const path = vaultIndexPath(host);
  const index = JSON.parse(readFileSync(path, 'utf8')) as { grants: { starts?: { path?: unknown } }[] };
  for (const { starts } of index.grants) delete starts?.path;
  writeFileSync(path, JSON.stringify(index));
  expect(result(here, ['wrapper'], { PATH }, at('project'))).toBe('good canary');
});

it('refuses a program that is known, in a directory that is not, and records only what it tells', async () => {
  const here = await box();
  const { at, env } = here;
  await give(here, ['tool']);
  mkdirSync(at('links'));
  symlinkSync(at('tools/tool'), at('links/tool'));
  const PATH = `${at('links')}:${at('evil')}:/usr/bin:/bin`;
  const { status, errors } = exec(here, ['tool'], { PATH }, at('empty'));
  expect([status, errors]).toEqual([126, expect.stringContaining(`tool is ${at('links/tool')}`)]);
  const { refused } = JSON.parse(readFileSync(vaultIndexPath(here.host), 'utf8')) as {
    refused: { start: { path: string[] } }[];
  };
  expect(refused[0]?.start.path).not.toContain(at('evil'));
  spawnSync(process.execPath, [program, 'secrets', 'allow', 'github', '--yes'], { cwd: at('empty'), env });
  expect(result(here, ['tool'], { PATH })).toBe('good canary');
});

it('compares the programs of a script that is named by its path', async () => {
  const here = await box();
  const { at, env, put } = here;
  put('tools/interpreter', '#!/usr/bin/env node\nconsole.log("good " + process.env.X)\n');
  put('tools/nested', `#!${at('tools/interpreter')}\n`);
  for (const name of ['tools/npx', 'tools/nested']) {
    await give(here, [at(name)]);
    expect(result(here, [at(name)], {})).toBe('good canary');
    expect(result(here, [at(name)], { PATH: `${at('evil')}:${env['PATH']}` })).toBe(126);
  }
});

it('does not take the directories of a login shell for trusted that the starter gave it', async () => {
  const here = await box();
  const { at, put } = here;
  put('home/elsewhere/late', '#!/bin/sh\nexec inner\n');
  put('home/elsewhere/inner', '#!/bin/sh\necho "good $X"\n');
  writeFileSync(join(at('home'), '.profile'), 'PATH="$PATH:$HOME/elsewhere"\n');
  await give(here, [at('home/elsewhere/late')]);
  await give(here, ['late'], { env: { ...here.env, PATH: `${at('home/elsewhere')}:/usr/bin:/bin` } });
  const PATH = `${at('evil')}:/usr/bin:/bin`;
  expect(result(here, ['late'], { PATH, SHELL: '/bin/sh' })).toBe('good canary');
});
