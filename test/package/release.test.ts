import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
  writeFileSync(join(checkout, 'package.json'), '{ "version": "1.2.0" }');
  writeFileSync(join(checkout, 'CHANGELOG.md'), changelog);
  const script = join(checkout, 'scripts', 'release-notes.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
