import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Machine, machine, program } from '../support/machine.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): any => parse(readFileSync(`${root}${path}`, 'utf8')); // oxlint-disable-line no-explicit-any

const good = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['a@1.0.0'] } } });
const bad = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['a'] } } });

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
  expect(hook.entry).toBe(`npx --yes plugboard@${version} check`);
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
