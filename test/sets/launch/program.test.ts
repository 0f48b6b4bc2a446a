import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { findProgram } from '../../../src/sets/launch/program.ts';
import { box, failure } from '../../store/support/box.ts';

const claude = { program: 'claude', install: 'npm install -g claude' };

function machine(platform: Host['platform'], files: Readonly<Record<string, string>>, path?: string) {
  const here = box();
  for (const [name, text] of Object.entries(files)) here.write(name, text, 0o755);
  const separator = platform === 'win32' ? ';' : ':';
  const PATH = path ?? [here.path('one'), here.path('two')].join(separator);
  return { ...here, host: { ...here.host, platform, env: platform === 'win32' ? { Path: PATH } : { PATH } } };
}

/** Windows has no permission to execute. */
const isWindows = process.platform === 'win32';

it.skipIf(isWindows)('finds the first that can be run', async () => {
  const { host, path } = machine('linux', { 'one/claude': '', 'two/claude': '' });
  expect(await findProgram(host, claude)).toEqual({ file: path('one/claude'), first: [] });
  chmodSync(path('one/claude'), 0o644);
  expect(await findProgram(host, claude)).toEqual({ file: path('two/claude'), first: [] });
});

it('says how to install a missing program', async () => {
  const { host } = machine('linux', { 'one/codex': '' });
  expect(await failure(findProgram(host, claude))).toMatchObject({
    code: 'program-missing',
    data: claude,
    message: 'claude is not on your PATH.',
  });
});

it.skipIf(isWindows)('distinguishes a program that is not executable from a missing one', async () => {
  const { host, path } = machine('linux', { 'one/claude': '' });
  chmodSync(path('one/claude'), 0o644);
  expect(await failure(findProgram(host, claude))).toMatchObject({
    code: 'program-unstartable',
    message: `${path('one/claude')} cannot be started: it is not an executable file.`,
  });
});

it.each(['linux', 'win32'] as const)('never takes it from the working directory, on %s', async (platform) => {
  const { host, write } = machine(platform, {}, platform === 'win32' ? '.;;one' : '.::one');
  write('project/claude', '', 0o755);
  write('project/claude.exe', '', 0o755);
  write('project/one/claude', '', 0o755);
  expect(await failure(findProgram(host, claude))).toMatchObject({ code: 'program-missing' });
});

const npmFile = (call: string): string =>
  [
    '@ECHO off',
    'GOTO start',
    ':find_dp0',
    'SET dp0=%~dp0',
    'EXIT /b',
    ':start',
    'SETLOCAL',
    'CALL :find_dp0',
    'IF EXIST "%dp0%\\node.exe" (',
    '  SET "_prog=%dp0%\\node.exe"',
    ') ELSE (',
    '  SET "_prog=node"',
    ')',
    `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & ${call}`,
    '',
  ].join('\r\n');

const script = 'node_modules/claude/cli.js';
const byNode = npmFile('"%_prog%"  "%dp0%\\node_modules\\claude\\cli.js" %*');

it('starts what a batch file of npm would start, without the batch file', async () => {
  const { host, path } = machine('win32', { 'two/claude.cmd': byNode, 'two/claude': '#!/bin/sh' });
  expect(await findProgram(host, claude)).toEqual({ file: process.execPath, first: [path(`two/${script}`)] });
});

it('takes the Node beside a batch file, or on the PATH', async () => {
  const beside = machine('win32', { 'two/claude.cmd': byNode, 'two/node.exe': '', 'one/node.exe': '' });
  expect((await findProgram(beside.host, claude)).file).toBe(beside.path('two/node.exe'));
  const before = machine('win32', { 'two/claude.cmd': byNode, 'one/node.exe': '' });
  expect((await findProgram(before.host, claude)).file).toBe(before.path('one/node.exe'));
});

it.each([
  ['a program', npmFile('"%dp0%\\node_modules\\claude\\claude.exe"   %*'), [], 'node_modules/claude/claude.exe'],
  ['flags for Node', npmFile('"%_prog%" --no-warnings "%dp0%\\a\\b.js" %*'), ['--no-warnings', 'a/b.js'], undefined],
  [
    'another manager',
    '@IF EXIST "%~dp0\\node.exe" (\r\n  "%~dp0\\node.exe"  "%~dp0\\..\\c\\d.js" %*\r\n) ELSE (\r\n  node  "%~dp0\\..\\c\\d.js" %*\r\n)\r\n',
    ['../c/d.js'],
    undefined,
  ],
])('understands a batch file with %s', async (_, text, first, program) => {
  const { host, path } = machine('win32', { 'one/claude.cmd': text });
  expect(await findProgram(host, claude)).toEqual({
    file: program === undefined ? process.execPath : path('one') + '/' + program,
    first: first.map((word) => (word.startsWith('-') ? word : `${path('one')}/${word}`)),
  });
});

it('refuses any other batch file: cmd.exe would interpret the arguments', async () => {
  const { host, path } = machine('win32', { 'one/claude.bat': '@echo off\r\nstart %*\r\n' });
  expect(await failure(findProgram(host, claude))).toMatchObject({
    code: 'program-unstartable',
    data: { program: path('one/claude.bat') },
  });
});

it('looks for the extensions in the order the system has them', async () => {
  const { host, path } = machine('win32', { 'one/claude.exe': '', 'one/claude.cmd': byNode });
  expect(await findProgram(host, claude)).toEqual({ file: path('one/claude.exe'), first: [] });
});

it('has a script of PowerShell started by it, if the PATHEXT of the user names them', async () => {
  const { host, path } = machine('win32', { 'one/claude.ps1': '' });
  expect(await failure(findProgram(host, claude))).toMatchObject({ code: 'program-missing' });
  const env = { ...host.env, PATHEXT: '.EXE;.PS1', SystemRoot: 'C:\\Windows' };
  const { file, first } = await findProgram({ ...host, env }, claude);
  expect(file).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
  expect(first.at(-1)).toBe(path('one/claude.ps1').replaceAll('/', '\\'));
});

it('takes an alias of the Microsoft Store, a link that nothing can follow', async () => {
  const { host, path } = machine('win32', { 'two/claude.exe': '' });
  const alias = path('one/claude.exe');
  const fs: Host['fs'] = {
    ...host.fs,
    kindOf: async (file) => (file === alias ? 'other' : host.fs.kindOf(file)),
    status: async (file) => {
      const status = await host.fs.status(path('two/claude.exe'));
      return file === alias && status ? { ...status, kind: 'link' } : host.fs.status(file);
    },
  };
  expect(await findProgram({ ...host, fs }, claude)).toEqual({ file: alias, first: [] });
});
