import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { places } from '../../registry/packages/support.ts';
import { type Marks, marksIn } from '../../store/git/bait.ts';
import { type Machine, machine, program } from '../support/machine.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): any => parse(readFileSync(`${root}${path}`, 'utf8')); // oxlint-disable-line no-explicit-any

const good = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['a@1.0.0'] } } });
const bad = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['a'] } } });

type Places = Awaited<ReturnType<typeof places>>;

/** A machine on which `npx plugboard@…` and `plugboard` are this build. */
function runner(files: Readonly<Record<string, string>>): { here: Machine; bin: string } {
  const here = machine(files);
  const bin = here.path('~/bin');
  mkdirSync(bin);
  const write = (name: string, body: string): void => {
    writeFileSync(`${bin}/${name}`, `#!/bin/sh\n${body}\n`);
    chmodSync(`${bin}/${name}`, 0o755);
  };
  write('plugboard', `exec "${process.execPath}" "${program}" "$@"`);
  // npx --yes plugboard@version arguments…
  write(
    'npx',
    `[ "$1" = --yes ] || exit 90\ncase "$2" in plugboard@?*) ;; *) exit 91 ;; esac\nshift 2\nexec "${bin}/plugboard" "$@"`,
  );
  return { here, bin };
}

function shell(
  script: string,
  { here, bin }: ReturnType<typeof runner>,
  env: Record<string, string> = {},
): { code: number | null; stdout: string } {
  const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  // As GitHub and GitLab start bash: it stops at the first error.
  const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: here.project,
    env: { ...here.env, ...env, PATH: path, CI: 'true' },
    encoding: 'utf8',
  });
  return { code: status, stdout };
}

/** The steps of a composite action, with its inputs filled in as GitHub does. */
function runAction(
  on: ReturnType<typeof runner>,
  inputs: Record<string, string> = {},
): { code: number | null; stdout: string } {
  const action = read('action.yml');
  expect(action.runs.using).toBe('composite');
  const defaults = Object.entries(action.inputs).map(([key, one]) => [key, (one as { default: string }).default]);
  const given: Record<string, string> = { ...Object.fromEntries(defaults), ...inputs };
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, key: string) => {
      expect(Object.keys(given)).toContain(key);
      return given[key] ?? '';
    });
  let last = { code: 0 as number | null, stdout: '' };
  for (const step of action.runs.steps) {
    // An input inside a script could inject commands.
    expect(step.run).not.toContain('${{');
    const env = Object.fromEntries(Object.entries(step.env).map(([key, value]) => [key, filled(String(value))]));
    last = shell(step.run, on, env);
    if (last.code !== 0) break;
  }
  return last;
}

test('the action for GitHub', () => {
  expect(runAction(runner({ '.mcp.json': good })).code).toBe(0);
  const inside = runner({ 'sub/.mcp.json': bad, '.git/HEAD': '' });
  const failed = runAction(inside, { directory: 'sub' });
  expect(failed.code).toBe(6);
  // GitHub finds the file from the root of the checkout.
  expect(failed.stdout).toMatch(/^::notice file=sub\/\.mcp\.json,.*title=package-unpinned::/m);
  const on = runner({ '.mcp.json': bad });
  expect(runAction(on, { format: 'sarif', 'sarif-file': 'out.sarif' }).code).toBe(6);
  expect(JSON.parse(on.here.read('out.sarif')).runs[0].results).toHaveLength(1);
});

test('the hook for pre-commit', () => {
  const [hook] = read('.pre-commit-hooks.yaml');
  expect(hook).toMatchObject({ id: 'plugboard-check', language: 'system', pass_filenames: false });
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  expect(hook.entry).toContain(`npx --yes plugboard@${version} check`);
  const files = new RegExp(hook.files);
  for (const file of [
    '.mcp.json',
    'plugboard.json',
    'plugboard.lock',
    'plugboard.policy.json',
    '.codex/config.toml',
    '.vscode/mcp.json',
  ])
    expect([file, files.test(file)]).toEqual([file, true]);
  expect(files.test('src/index.ts')).toBe(false);
  expect(shell(hook.entry, runner({ '.mcp.json': good })).code).toBe(0);
  expect(shell(hook.entry, runner({ '.mcp.json': '{' })).code).toBe(6);
});

test('the job for GitLab', () => {
  const { plugboard: job } = read('examples/check/gitlab-ci.yml');
  const script = job.script.join('\n');
  expect(shell(script, runner({ '.mcp.json': good }), job.variables).code).toBe(0);
  const on = runner({ '.mcp.json': bad });
  expect(shell(script, on, job.variables).code).toBe(6);
  for (const path of job.artifacts.paths) expect(existsSync(on.here.path(path))).toBe(true);
});

// A way to the report that the checkout has, where it leads, and the name of the report.
const ways: Readonly<Record<string, [name: string, lay: (path: (name: string) => string) => void]>> = {
  'a link to a file': ['plugboard.sarif', (path) => symlinkSync(path('~/own.txt'), path('plugboard.sarif'))],
  'a link to no file yet': ['plugboard.sarif', (path) => symlinkSync(path('~/bin/new'), path('plugboard.sarif'))],
  'a link to a directory': ['plugboard.sarif', (path) => symlinkSync(path('~/bin'), path('plugboard.sarif'))],
  'a directory': ['plugboard.sarif', (path) => mkdirSync(path('plugboard.sarif'))],
  'a directory that is a link': ['out/own.txt', (path) => symlinkSync(path('~/'), path('out'))],
  'a directory behind a link': ['out/a/../own.txt', (path) => symlinkSync(path('~/'), path('out'))],
};

describe.skipIf(process.platform === 'win32')('a report that would be written through a link of the checkout', () => {
  it.each(Object.keys(ways))('is refused: %s', (way) => {
    const [name, lay] = ways[way] ?? ['', () => undefined];
    for (const kind of ['action', 'action with a whole path', 'job']) {
      const on = runner({ '.mcp.json': good, '~/own.txt': 'own', '~/a/keep': '' });
      lay((path) => on.here.path(path).replace(/\/$/, ''));
      const places = (): string[] => readdirSync(on.here.path('~/'), { recursive: true, encoding: 'utf8' }).toSorted();
      const before = places();
      const { plugboard: job } = read('examples/check/gitlab-ci.yml');
      if (kind === 'job' && name !== 'plugboard.sarif') continue;
      const file = kind === 'action' ? name : `${on.here.project}/${name}`;
      const ended =
        kind === 'job'
          ? shell(job.script.join('\n'), on, job.variables)
          : runAction(on, { format: 'sarif', 'sarif-file': file });
      expect([kind, ended.code]).toEqual([kind, 1]);
      expect(on.here.read('~/own.txt')).toBe('own');
      expect(places()).toEqual(before);
    }
  });

  it('is written where no link leads, also outside of the checkout', () => {
    const on = runner({ '.mcp.json': bad, 'sub/keep': '', 'sub/old.sarif': 'old' });
    const files = ['new.sarif', 'sub/new.sarif', 'sub/old.sarif', './sub/../x.sarif'];
    for (const file of [...files, on.here.path('whole.sarif'), on.here.path('~/outside.sarif')]) {
      expect(runAction(on, { format: 'sarif', 'sarif-file': file }).code).toBe(6);
      const path = file.startsWith('/') ? file : on.here.path(file);
      expect(JSON.parse(readFileSync(path, 'utf8')).runs[0].results).toHaveLength(1);
    }
  });
});

/** A checkout that has a Plugboard and settings of npm of its own, on a machine with the npx of npm. */
async function hostileCheckout(): Promise<{ on: ReturnType<typeof runner>; own: Places; other: Places; marks: Marks }> {
  const [own, other] = [await places({}), await places({})];
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const on = runner({
    '.mcp.json': good,
    '.npmrc': `registry=${other.url}\n`,
    '~/.npmrc': `registry=${own.url}\nfetch-retries=0\n`,
    'package.json': JSON.stringify({ name: 'x', dependencies: { plugboard: version } }),
    'node_modules/plugboard/package.json': JSON.stringify({ name: 'plugboard', version, bin: './x.js' }),
  });
  const marks = marksIn(on.here.path('~/marks'));
  for (const path of ['node_modules/plugboard/x.js', 'node_modules/.bin/plugboard', 'plugboard', 'npx'])
    marks.program(on.here.path(path), path.replaceAll('/', '-'));
  // That of npm, which stands beside Node.
  for (const name of ['npx', 'plugboard']) rmSync(`${on.bin}/${name}`);
  return { on, own, other, marks };
}

test.each(['action', 'hook', 'job'])(
  'in a checkout that has a plugboard of its own, the %s fetches ours',
  async (kind) => {
    const { on, own, other, marks } = await hostileCheckout();
    const { plugboard: job } = read('examples/check/gitlab-ci.yml');
    const [hook] = read('.pre-commit-hooks.yaml');
    const { env } = read('action.yml').runs.steps[0];
    const version = read('action.yml').inputs.version.default;
    const script = { action: read('action.yml').runs.steps[0].run, hook: hook.entry, job: job.script.join('\n') }[kind];
    const filled = { ...env, PLUGBOARD_VERSION: version, PLUGBOARD_DIRECTORY: '.', PLUGBOARD_FORMAT: 'github' };
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script ?? ''], {
      cwd: on.here.project,
      env: { ...on.here.env, ...filled, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) },
      stdio: 'ignore',
    });
    // The registry of this machine has no Plugboard.
    expect(await new Promise((done) => child.once('close', done))).not.toBe(0);
    expect(own.asked.filter((one) => one === 'GET /plugboard')).not.toEqual([]);
    expect([marks.left(), other.asked]).toEqual([[], []]);
  },
);
