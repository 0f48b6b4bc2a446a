import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './support/packed.ts';

const readJson = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, unknown>;

describe('descriptions for the MCP registry', () => {
  const { name, version, mcpName } = readJson('package.json');

  it.each(['server.json', 'server-agent.json'])('%s names the version of the package twice', (file) => {
    expect(readJson(file)).toMatchObject({ version, packages: [{ identifier: name, version }] });
  });

  it('server.json has the name that the package claims', () => {
    expect(readJson('server.json')['name']).toBe(mcpName);
  });
});

describe('release notes', () => {
  it('are the section of the version', () => {
    const { status, stdout } = notesFor('v1.2.0');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '### Fixed\n\n- A bug.\n' });
  });

  it('have links that work anywhere', () => {
    const text = '- [a](docs/a.md#b), [c](https://example.com/c), [d](#110---2026-11-01), `[e](e.md)`.';
    const at = 'https://github.com/o/r/blob/v1.2.0';
    expect(notesFor('v1.2.0', `## [1.2.0]\n\n${text}\n`).stdout).toBe(
      `- [a](${at}/docs/a.md#b), [c](https://example.com/c), [d](${at}/CHANGELOG.md#110---2026-11-01), \`[e](e.md)\`.\n`,
    );
  });

  it('are refused for a tag that is not the version', () => {
    for (const tag of ['v1.2.1', '1.2.0', 'v1.2.0-rc.1', ''])
      expect(notesFor(tag)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('1.2.0') as string,
      });
  });

  it('are refused without a section in the changelog, and with an empty one', () => {
    for (const changelog of [
      '# Changelog\n\n## [1.2]\n\n- A bug.\n',
      '# Changelog\n\n## [1.2.0]\n\n## [1.1.0]\n\n- More.\n',
    ])
      expect(notesFor('v1.2.0', changelog)).toMatchObject({ status: 1, stdout: '' });
  });
});

describe.skipIf(process.platform === 'win32')('the release workflow', () => {
  /** Runs a step as GitHub does, with stand-ins for programs. */
  function runStep(name: string, cwd: string, programs: Readonly<Record<string, string>> = {}) {
    const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as Workflow;
    const step = workflow.jobs.publish.steps.find((each) => each.name === name);
    const bin = mkdtempSync(join(homedir(), 'bin-'));
    for (const [program, script] of Object.entries(programs))
      writeFileSync(join(bin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      GITHUB_REF_NAME: 'v1.2.0',
      DIST_TAG: 'latest',
    };
    const { status, stdout } = spawnSync('bash', ['-e', '-c', step?.run ?? 'exit 9'], { cwd, env, encoding: 'utf8' });
    return { status, stdout };
  }

  it('accepts a commit of main only', () => {
    const checkout = mkdtempSync(join(homedir(), 'checkout-'));
    const commit = '-c user.name=a -c user.email=a@example.com commit -q --allow-empty -m';
    const git = (line: string) => execFileSync('git', line.split(' '), { cwd: checkout });
    for (const line of ['init -q', `${commit} 1`, `${commit} 2`, 'update-ref refs/remotes/origin/main HEAD']) git(line);
    expect(runStep('Find the commit on main', checkout)).toMatchObject({ status: 0 });
    git('checkout -q HEAD~1');
    expect(runStep('Find the commit on main', checkout)).toMatchObject({ status: 0 });
    git(`${commit} 3`);
    expect(runStep('Find the commit on main', checkout)).toEqual({
      status: 1,
      stdout: '::error::v1.2.0 is not on main.\n',
    });
  });

  it.each([
    ['the package is new', 'exit 1', true],
    ['the version is new', 'exit 0', true],
    ['an earlier run published it', 'echo 1.2.0', false],
  ])('publishes unless it is there: %s', (_, view, publishes) => {
    const npm = `[ "$1 $2 $3" = "view plugboard@1.2.0 version" ] || { echo "$*"; exit; }\n${view}`;
    const { status, stdout } = runStep('Publish', mkdtempSync(join(homedir(), 'checkout-')), { npm });
    expect({ status, published: stdout.startsWith('publish ./plugboard-') }).toEqual({
      status: 0,
      published: publishes,
    });
  });
});

interface Workflow {
  readonly jobs: { readonly publish: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] } };
}

const repository = { type: 'git', url: 'git+https://github.com/o/r.git' };
const changelogOfTwo = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-01

### Fixed

- A bug.

## [1.1.0] - 2026-11-01

- More.
`;

/** What the release workflow prints for a tag, in a checkout with version 1.2.0. */
function notesFor(tag: string, changelog = changelogOfTwo): { status: number | null; stdout: string; stderr: string } {
  const checkout = mkdtempSync(join(homedir(), 'checkout-'));
  mkdirSync(join(checkout, 'scripts'));
  for (const script of ['root.mjs', 'release-notes.mjs'])
    cpSync(join(root, 'scripts', script), join(checkout, 'scripts', script));
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ version: '1.2.0', repository }));
  writeFileSync(join(checkout, 'CHANGELOG.md'), changelog);
  const script = join(checkout, 'scripts', 'release-notes.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
