import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../../src/model/server.ts';
import { portable } from '../../src/model/shell/cmd-wrapper.ts';
import { judge, type Verdict } from '../../src/policy/judge.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { subjectOf } from '../../src/policy/subject.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { filesAround } from '../../src/store/policy/files-around.ts';
import { fakeProgram, goodScript } from './support/fake-program.ts';

// What allow rules accept is started for real, with programs that leave a mark. Only the proven package may leave one.

const LINES = 2000;
/** Stands for the directory of the project, and for a directory outside of it. */
const [P, O] = ['PROJECT', 'OUTSIDE'];

type Line = Server & { command: string; args: string[] };
const line = (command: string, ...args: string[]): Line => ({ command, args });

const starts: readonly Line[] = [
  line('npx', '-y', 'good@1.0.0'),
  line('npx', 'good'),
  line('npx', '-y', '@good/server@1.2.3'),
  line('npm', 'exec', '-y', '--', 'good'),
  line('pnpm', 'dlx', 'good@1.0.0'),
  line('bunx', 'good@1.0.0'),
  line('uvx', 'good==1.0'),
  line('uvx', '--from', 'good-mcp==1.0', 'good'),
  line('uv', 'tool', 'run', 'good'),
  line('pipx', 'run', 'good'),
  line('docker', 'run', '-i', '--rm', 'good/server@sha256:aa'),
  line('docker', 'run', '-i', '--rm', '-e', 'A_TOKEN=x', '--init', 'good/server:1.0.0'),
  line('node', `${O}/good.js`),
  line('node', '--no-warnings', `${O}/good.js`),
  line('good-program'),
];

const words = ({ command, args }: Line): string[] => [command, ...args];
const quoted = (one: Line): string => words(one).join(' ');
const through = (...before: string[]): ((one: Line) => Line) => {
  const [command = '', ...args] = before;
  return (one) => ({ ...one, command, args: [...args, ...words(one)] });
};

/** What may stand around a line. */
const wrappers: readonly ((one: Line) => Line)[] = [
  (one) => one,
  (one) => one,
  (one) => one,
  (one) => one,
  through('env'),
  through('env', 'LOG_LEVEL=debug'),
  through('/usr/bin/env', 'A_TOKEN=x'),
  through('env', `PATH=${P}/bin`),
  through('env', '-i', `PATH=${P}/bin`),
  (one) => ({ ...one, command: 'env', args: ['-S', quoted(one)] }),
  (one) => ({ ...one, command: 'sh', args: ['-c', quoted(one)] }),
  (one) => ({ ...one, command: 'sh', args: ['-c', `evil; ${quoted(one)}`] }),
  (one) => ({ ...one, command: 'bash', args: ['-c', quoted(one)] }),
  through('timeout', '5'),
  through('nohup'),
  through('nice'),
  through('plugboard', 'exec', 'x', '--'),
  through('any-wrapper'),
  (one) => ({ ...one, command: `${P}/bin/${one.command}` }),
  (one) => ({ ...one, command: `./bin/${one.command}` }),
  (one) => ({ ...one, command: `${O}/link` }),
  (one) => ({ ...one, command: `${O}/bin/${one.command}` }),
  (one) => ({ ...one, cwd: `${P}/hostile` }),
  (one) => ({ ...one, cwd: O }),
  through('cmd', '/c'),
];

const inserted =
  (at: number, ...more: string[]): ((one: Line) => Line) =>
  (one) => ({
    ...one,
    args: [...one.args.slice(0, at), ...more, ...one.args.slice(at)],
  });
const appended =
  (...more: string[]): ((one: Line) => Line) =>
  (one) => ({ ...one, args: [...one.args, ...more] });
const replaced =
  (change: (word: string) => string): ((one: Line) => Line) =>
  (one) => ({
    ...one,
    args: one.args.map((word) => (/good/.test(word) ? change(word) : word)),
  });
const setting =
  (env: Record<string, string>): ((one: Line) => Line) =>
  (one) => ({ ...one, env });

/** How a line may be changed; the first ones change nothing that matters. */
const spellings: readonly ((one: Line) => Line)[] = [
  (one) => one,
  appended('--flag', 'x'),
  appended('--url', 'https://a.test/?x=1&y=2'),
  appended('${UNSET}'),
  appended('/srv/data', 'with spaces', '*.txt'),
  setting({ A_TOKEN: 'ghp_x/y+z==', LOG_LEVEL: 'info' }),
  setting({ DATA_DIR: '/srv/data' }),
  setting({ HOME: '${HOME}' }),
  setting({ PORT: '3000', DEBUG: 'true' }),
  appended('bash'),
  appended('--', 'bash', '-c', 'evil'),
  appended('--stdio', 'bash -c evil'),
  appended('--stdio', 'npx -y evil'),
  appended('--stdio=npx -y evil'),
  appended('-c', 'evil'),
  appended('--call', 'evil'),
  appended('--package=evil'),
  inserted(0, '-p', 'evil'),
  inserted(0, '-pevil'),
  inserted(0, '--package=evil'),
  inserted(0, '--package', 'evil'),
  inserted(0, '-c', 'evil'),
  inserted(0, '-cevil'),
  inserted(0, '--call=evil'),
  inserted(1, '-c', 'evil'),
  inserted(1, '--with', 'evil'),
  inserted(1, '--from', 'evil'),
  inserted(0, '--from=evil'),
  inserted(1, '--registry', 'https://evil.test'),
  inserted(1, '--userconfig=./npmrc'),
  inserted(1, '--index-url', 'https://evil.test'),
  inserted(1, '--entrypoint', 'evil'),
  inserted(1, '--unknown-option', 'evil'),
  inserted(1, '-e', 'NODE_OPTIONS=--require=./evil.js'),
  inserted(0, '-e', 'require("./evil.js")'),
  inserted(0, '--require', './evil.js'),
  inserted(0, '-r./evil.js'),
  inserted(0, '--import=./evil.js'),
  inserted(0, '--env-file=.env'),
  inserted(0, '--', 'evil'),
  inserted(0, 'evil'),
  inserted(0, './evil.js'),
  replaced((word) => `${word.replace(/@\d.*$/, '')}@npm:evil`),
  replaced((word) => `${word.replace(/@\d.*$/, '')}@file:evil`),
  replaced((word) => `${word.replace(/@\d.*$/, '')}@evil.tgz`),
  replaced((word) => `${word.replace(/@\d.*$/, '')}@evil.TGZ`),
  replaced((word) => `${word.replace(/@\d.*$/, '')}@1.0.0-x.Tar`),
  replaced(() => 'evil.TGZ'),
  replaced(() => 'npm:evil'),
  replaced(() => 'evil'),
  replaced(() => './evil'),
  replaced(() => '../project/evil'),
  replaced(() => `${P}/evil.js`),
  replaced(() => 'evil.js'),
  replaced(() => 'https://evil.test/good-1.0.0.tgz'),
  replaced(() => 'github:evil/good'),
  replaced(() => 'evil/good'),
  replaced(() => '${UNSET}'),
  replaced(() => '$EVIL'),
  replaced((word) => ` ${word}`),
  replaced((word) => word.toUpperCase()),
  replaced((word) => `${word}\n`),
  replaced(() => 'installed'),
  replaced(() => 'bash'),
  setting({ NODE_OPTIONS: '--require ./evil.js' }),
  setting({ node_options: '--require ./evil.js', NODE_PATH: '.' }),
  setting({ PATH: `${P}/bin:/usr/bin:/bin` }),
  setting({ Path: `${P}/bin`, PATH: `.:${P}/bin` }),
  setting({ npm_config_call: 'evil' }),
  setting({ NPM_CONFIG_SCRIPT_SHELL: './bin/bash' }),
  setting({ BASH_ENV: './evil.sh', ENV: './evil.sh' }),
  setting({ LD_PRELOAD: './evil.so' }),
  setting({ UV_INDEX_URL: 'https://evil.test' }),
  setting({ PIP_CONFIG_FILE: './pip.conf' }),
  setting({ DOCKER_HOST: 'tcp://evil.test' }),
  setting({ HOME: P }),
  setting({ XDG_CONFIG_HOME: `${P}/.config` }),
  setting({ SOME_PRELOAD: './evil.js' }),
  setting({ SOME_PRELOAD: `${P}/evil.js` }),
  setting({ SOME_PRELOAD: '${PWD}/evil.js' }),
  setting({ SOME_OPTIONS: '--require=x' }),
  setting({ A: '!evil' }),
  setting({ A_TOKEN: '!evil' }),
  (one) => ({ ...one, command: 'npx', args: ['-y', '-p', 'good', 'eval', 'evil'] }),
  (one) => ({ ...one, command: 'npx', args: ['-p', 'good@1.0.0', '.', './evil.sh'] }),
  (one) => ({ ...one, command: 'npm', args: ['exec', '--package', 'good', '--', 'eval', 'evil'] }),
  (one) => ({ ...one, command: one.command.toUpperCase() }),
  (one) => ({ ...one, command: `${one.command}.cmd` }),
  (one) => ({ ...one, command: `${one.command} ` }),
  (one) => ({ ...one, command: `${one.command} -y evil` }),
  (one) => ({ ...one, command: '${UNSET}' }),
  (one) => ({ ...one, command: 'node', args: [`${O}/npx-cli.js`, '-y', 'evil'] }),
  (one) => ({ ...one, command: 'any-wrapper', args: ['bash'] }),
];

/** Its reason names the packages that are proven. */
const anyPackage = policy({ package: ['*'] });
const policies: readonly Policy[] = [
  anyPackage,
  policy({ server: ['*'] }),
  policy({ transport: ['stdio'] }),
  policy({ package: ['npm:good', 'npm:@good/*', 'pypi:good', 'pypi:good-mcp', 'oci:good/*'] }),
  policy({
    command: [
      'npx',
      'npm',
      'pnpm',
      'bunx',
      'uvx',
      'uv',
      'pipx',
      'docker',
      'node',
      'env',
      '/usr/bin/env',
      'good-program',
    ],
  }),
];

function policy(allow: object): Policy {
  return { file: '/etc/plugboard/policy.json', rules: [{ id: 'r', allow }], require: {} };
}

/** Every wrapper with every spelling, each time for another line. */
function* generated(): Generator<Line> {
  let count = 0;
  for (let round = 0; ; round += 1)
    for (const wrap of wrappers)
      for (const spell of spellings) {
        if (count === LINES) return;
        yield wrap(spell(starts[(count + round) % starts.length] as Line));
        count += 1;
      }
}

test('only what is proven starts, in 2,000 lines that are run', { timeout: 240_000 }, async () => {
  const here = world();
  const counts = { allowed: 0, elsewhere: 0 };
  const wrong: string[] = [];
  const refusedMarks = new Set<string>();
  let index = 0;
  const judged = async (server: Line, platform: 'linux' | 'win32'): Promise<Verdict[]> => {
    const env = { ...here.env, PATH: platform === 'linux' ? here.env.PATH : here.env.PATH.replaceAll(':', ';') };
    const host = { ...nodeHost(), home: here.home, cwd: here.project, env, platform };
    const around = { env, ...(await filesAround(host, policies, server)) };
    return policies.map((one) => judge([one], subjectOf('x', server, around)));
  };
  const run = async (written: Line): Promise<void> => {
    const server = here.placed(written);
    const isSampled = (index += 1) % 10 === 0;
    const verdicts = await judged(server, 'linux');
    const isAllowed = verdicts.some((one) => one.isAllowed);
    const onWindows = await judged(server, 'win32');
    if (onWindows.some((one) => one.isAllowed)) {
      counts.elsewhere += 1;
      // Other spellings of a program count there, and nothing else.
      const inside = JSON.parse(JSON.stringify(portable(server)).replaceAll('.cmd"', '"')) as Line;
      const [first] = await judged({ ...inside, command: lowered(inside.command) }, 'linux');
      if (!isAllowed && !first?.reasons.every(({ effect }) => effect !== 'unproven'))
        wrong.push(`win32 ${JSON.stringify(server)}`);
    }
    if (!isAllowed && !isSampled) return;
    const marks = await here.marksOf(server);
    counts.allowed += isAllowed ? 1 : 0;
    const proven = verdicts[0]?.reasons.flatMap(({ effect, what = '' }) => (effect === 'allowed' ? named(what) : []));
    const others = marks.filter((mark) => mark !== 'good' && !proven?.includes(plain(mark)));
    if (isAllowed && others.length > 0) wrong.push(`${JSON.stringify(server)} started ${others.join(', ')}`);
    if (!isAllowed) for (const mark of others) refusedMarks.add(mark);
  };
  const lines = [...generated()];
  for (let at = 0; at < lines.length; at += 8) await Promise.all(lines.slice(at, at + 8).map(run));
  expect(wrong).toEqual([]);
  expect(lines).toHaveLength(LINES);
  // The oracle sees what the rules keep away, and the grammar proves what is usual.
  expect([...refusedMarks].toSorted()).toEqual(expect.arrayContaining(['bash', 'evil', 'loader']));
  expect(counts.allowed).toBeGreaterThan(120);
  expect(counts.elsewhere).toBeGreaterThan(90);
});

/** `package npm:a, npm:b` as the marks of these packages. */
function named(what: string): string[] {
  return what
    .replace(/^package /, '')
    .split(', ')
    .map((id) => plain(`package ${id.replace(/^\w+:/, '')}`));
}

function lowered(command: string): string {
  return command.includes('/') ? command : command.toLowerCase();
}

function plain(mark: string): string {
  return mark.toLowerCase().replaceAll(/[._]/g, '-');
}

interface World {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<'PATH' | 'HOME', string>>;
  placed(one: Line): Line;
  /** What was started, by the marks that it left. */
  marksOf(one: Line): Promise<string[]>;
}

function world(): World {
  const root = realpathSync(mkdtempSync(join(homedir(), 'proof-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, project, outside] = ['home', 'project', 'outside'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  };
  mkdirSync(home, { recursive: true });
  mkdirSync(join(project, '.git'), { recursive: true });
  const runners = ['npx', 'npm', 'pnpm', 'bunx', 'uvx', 'uv', 'pipx', 'docker', 'plugboard'];
  write(join(outside, 'bin/cmd.exe'), '');
  write(join(outside, 'bin/node.exe'), '');
  for (const name of [...runners, 'bash', 'evil', 'any-wrapper', 'good-program']) {
    write(join(outside, 'bin', `${name}.cmd`), '');
    write(join(outside, 'bin', name), fakeProgram);
    write(join(project, 'bin', name), '#!/bin/sh\necho evil >> "$MARKS"\n');
  }
  symlinkSync(process.execPath, join(outside, 'bin', 'node'));
  symlinkSync('/bin/sh', join(outside, 'link'));
  write(join(outside, 'good.js'), goodScript('good'));
  write(join(outside, 'npx-cli.js'), goodScript('evil'));
  for (const place of [project, join(project, 'hostile')]) {
    write(join(place, 'evil.js'), goodScript('evil'));
    write(join(place, 'evil.sh'), 'echo evil >> "$MARKS"\n');
    write(join(place, 'evil'), '#!/bin/sh\necho evil >> "$MARKS"\n');
    write(join(place, 'evil.cmd'), '');
    write(join(place, 'node_modules/.bin/installed'), '#!/bin/sh\necho evil >> "$MARKS"\n');
  }
  write(join(project, 'hostile', 'node_modules/.bin/good'), '#!/bin/sh\necho evil >> "$MARKS"\n');
  write(join(project, 'hostile', '.npmrc'), 'registry=https://evil.test/\n');
  const env = { PATH: `${join(outside, 'bin')}:/usr/bin:/bin`, HOME: home };
  let run = 0;
  const placed = (one: Line): Line => JSON.parse(JSON.stringify(one).replaceAll(P, project).replaceAll(O, outside));
  return {
    home,
    project,
    env,
    placed,
    marksOf: async ({ command, args, env: own = {}, cwd = project }) => {
      run += 1;
      const marks = join(root, `marks-${run}`);
      const all = { ...env, ...own, MARKS: marks };
      // As clients do: variables are expanded, values with `!` are run by a shell.
      for (const value of Object.values(own))
        if (value.startsWith('!')) await started('sh', ['-c', value.slice(1)], cwd, all);
      await started(
        expanded(command, env),
        args.map((word) => expanded(word, env)),
        cwd,
        { ...all, ...mapped(own, env) },
      );
      return existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
    },
  };
}

function mapped(own: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, expanded(value, env)]));
}

function expanded(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? '');
}

async function started(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  await new Promise<void>((resolve) => {
    try {
      execFile(command, [...args], { cwd, env }, () => resolve()).stdin?.end();
    } catch {
      resolve();
    }
  });
}
