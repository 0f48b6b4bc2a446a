import { expect, test } from 'vitest';
import { lookAlikes } from '../../../src/registry/index/look-alikes.ts';
import { memoryIndex } from '../../../src/registry/index/registry-index.ts';
import { searchIndex } from '../../../src/registry/index/search-index.ts';
import { compareVersions } from '../../../src/registry/server-json/compare-versions.ts';
import { readEntry } from '../../../src/registry/server-json/read-entry.ts';
import { isRegistryName, type RegistryEntry } from '../../../src/registry/server-json/server-json.ts';
import { type About, listed, samples } from '../support/sample-servers.ts';

function entry(name: string, more: Record<string, unknown> = {}, about: About = {}): RegistryEntry {
  const found = readEntry(listed(name, { description: 'Something', ...more }, about));
  if (!('entry' in found)) throw new Error(JSON.stringify(found.issues));
  return found.entry;
}

const index = memoryIndex([
  entry('com.a/in-description', { description: 'Talks to GitHub repositories' }),
  entry('com.b/in-title', { title: 'GitHub helper' }),
  entry('com.c/my-github-tools'),
  entry('io.github.someone/unrelated'),
  entry('com.d/github'),
  entry('com.e/github', {}, { status: 'deprecated' }),
  entry('com.f/github', {}, { status: 'deleted' }),
  entry('com.g/githubber'),
  entry('com.h/Caf\u00e9'.replace('\u00e9', 'e'), { title: 'Caf\u00e9 M\u00fcnchen' }),
]);

const names = (query: string, more = {}): string[] =>
  searchIndex(index, query, { limit: 50, ...more }).hits.map(({ name }) => name);

test('a name counts more than a title, a title more than a description, whole words more than parts', () => {
  expect(names('github')).toEqual([
    'com.d/github',
    'com.e/github',
    'com.c/my-github-tools',
    'com.g/githubber',
    'io.github.someone/unrelated',
    'com.b/in-title',
    'com.a/in-description',
  ]);
  expect(names('com.g/githubber')).toEqual(['com.g/githubber']);
  expect(names('GitHub repositories')).toEqual(['com.a/in-description']);
  expect(names('munchen CAFE')).toEqual(['com.h/Cafe']);
  expect(names('github nothing')).toEqual([]);
  expect(names('github', { withDeleted: true })).toContain('com.f/github');
  expect(searchIndex(index, 'github', { limit: 2, offset: 1 })).toMatchObject({
    total: 7,
    hits: [{ name: 'com.e/github' }, { name: 'com.c/my-github-tools' }],
  });
  expect(names('x'.repeat(10_000))).toEqual([]);
  expect(names('\t\n$^.*')).toEqual(names(''));
});

test('names that look alike are found', () => {
  const some = memoryIndex(
    ['com.acme/files', 'com.acrne/files', 'com.acme/flles', 'com.acme/other'].map((one) => entry(one)),
  );
  expect(lookAlikes(some, 'com.acme/files')).toEqual(['com.acrne/files', 'com.acme/flles']);
  expect(lookAlikes(some, 'com.acme/other')).toEqual([]);
});

test('versions are ordered', () => {
  const ordered = [
    '0.9.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2025.11.1',
  ];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions('1.0', '1.0.0')).toBe(0);
  expect(compareVersions('v1.2.3', '1.2.3+build')).toBe(0);
});

test('the schema accepts real documents and rejects broken ones at the right place', () => {
  for (const sample of samples) expect(readEntry(sample)).toHaveProperty('entry');
  const [weather] = samples;
  const at = (change: Record<string, unknown>): string => {
    const found = readEntry({ ...weather?.server, ...change });
    return 'issues' in found ? (found.issues[0]?.at ?? '') : 'accepted';
  };
  expect(at({})).toBe('accepted');
  expect(at({ 'x-any': 1 })).toBe('accepted');
  expect(at({ name: 'two/slashes/here' })).toBe('/name');
  expect(at({ version: undefined })).toBe('/version');
  expect(at({ remotes: [{ type: 'streamable-http', url: 'ftp://x' }] })).toBe('/remotes/0/url');
  expect(at({ remotes: [{ type: 'streamable-http', url: '{base}/mcp' }] })).toBe('accepted');
  expect(at({ packages: [{ registryType: 'npm', identifier: 'a', transport: { type: 'carrier-pigeon' } }] })).not.toBe(
    'accepted',
  );
  expect(at({ packages: [{ registryType: 'npm', transport: { type: 'stdio' } }] })).toBe('/packages/0/identifier');
  expect(at({ packages: 'none' })).toBe('/packages');
});

test('a name of the registry is no path, package or address', () => {
  const words = [
    'io.github.acme/weather',
    'com.example/a_b.c',
    '@acme/pkg',
    './a/b',
    '../a.b/c',
    'acme/pkg',
    'https://a.b/c',
  ];
  expect(words.filter(isRegistryName)).toEqual(['io.github.acme/weather', 'com.example/a_b.c']);
});
