import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');

interface Manifest {
  readonly license?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** Licenses that let us ship the code with ours by passing on their text. */
const accepted = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/;

/** `MIT OR GPL-3.0` leaves the choice to us; `MIT AND X` does not. */
function isAccepted(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => accepted.test(part.trim())));
}

describe('docs/dependencies.md', () => {
  it('has a row for every dependency, and for nothing else', () => {
    const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(read('package.json'));
    const rows = read('docs/dependencies.md').matchAll(/^\| `([^`]+)` /gm);
    const documented = Array.from(rows, (row) => row[1] ?? '');
    const wanted = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(documented.toSorted()).toEqual(wanted.toSorted());
  });
});

describe('package-lock.json', () => {
  interface Locked {
    readonly integrity?: string;
    readonly optional?: boolean;
    readonly os?: readonly string[];
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const names = Object.keys(packages).filter((path) => path !== '');

  it('has an integrity for every package, except for the bindings that docs/dependencies.md lists', () => {
    const [, list = ''] = /^## Without integrity\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(read('docs/dependencies.md')) ?? [];
    const listed = Array.from(list.matchAll(/^- `([^`]+)`: ((?:[\w, -]|\n {2})+)/gm), ([, prefix = '', systems = '']) =>
      systems.split(/,\s+/).map((system) => `node_modules/${prefix}${system.trim()}`),
    ).flat();
    const without = names.filter((path) => packages[path]?.integrity === undefined);
    expect(listed.toSorted()).toEqual(without.toSorted());
    // They are never installed where the lock file was made.
    expect(without.filter((path) => packages[path]?.optional !== true)).toEqual([]);
  });

  it.each(['package-lock.json', 'site/package-lock.json', 'test/servers/package-lock.json'])(
    '%s names no registry',
    (file) => expect(read(file)).not.toContain('"resolved"'),
  );
});

describe('.github/renovate.json', () => {
  const config = JSON.parse(read('.github/renovate.json')) as { extends: string[]; ignorePaths: string[] };

  it('pins dependencies, and not the versions of Node that the package accepts', () => {
    expect(config).not.toHaveProperty('rangeStrategy');
    expect(config.extends).toContain(':pinAllExceptPeerDependencies');
  });

  it('updates every package of the repository', () => {
    // These replace the recommended paths, which leave out folders named test.
    expect(config.ignorePaths).toContain('**/node_modules/**');
    expect(config.ignorePaths.filter((path) => path.includes('test'))).toEqual([]);
  });
});

describe('licenses', () => {
  it('accepts those of everything that is bundled, the page included', () => {
    const heads = read('dist/THIRD-PARTY-LICENSES.txt').matchAll(/^-{80}\n\n(\S+) \S+ \((.+)\)$/gm);
    const bundled = Array.from(heads, ([, name = '', license = '']) => ({ name, license }));
    expect(bundled.map(({ name }) => name)).toEqual(expect.arrayContaining(['yaml', '@vue/runtime-core', 'reka-ui']));
    expect(bundled.filter(({ license }) => !isAccepted(license))).toEqual([]);
  });

  it('has those of packages that others bundled, too', () => {
    const heads = read('dist/THIRD-PARTY-LICENSES.txt').matchAll(/^-{80}\n\n(\S+) \S+ \(/gm);
    const inlined = ['ajv', 'ajv-formats', 'content-type', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse'];
    expect(Array.from(heads, ([, name]) => name)).toEqual(expect.arrayContaining(inlined));
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['none', false],
  ])('judges %s', (license, verdict) => expect(isAccepted(license)).toBe(verdict));
});
