import { matchesGlob } from '../model/glob.ts';
import type { PackageToFetch } from '../model/packages/fetched-package.ts';
import { percents, piecesOf } from './pieces.ts';

/** The identity of a package, such as `npm:@acme/server`, without its version. */
export interface PackageId {
  readonly id: string;
  /** Fetched from where this kind is usually fetched, and by name: another address could offer any code. */
  readonly isCertain: boolean;
}

export function packageId({ kind, name, isRedirected, isUncertain }: PackageToFetch): PackageId {
  const [bare, isPlain] = parsers[kind](name);
  return { id: `${kind}:${bare}`, isCertain: isPlain && !isRedirected && !isUncertain };
}

type Parse = (name: string) => readonly [bare: string, isPlain: boolean];

const parsers: Readonly<Record<PackageToFetch['kind'], Parse>> = {
  npm: (name) => {
    const alias = /@npm:(.+)$/.exec(name)?.[1];
    if (alias !== undefined) return parsers.npm(alias);
    const [, bare = name, version = ''] = /^((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/s.exec(name) ?? [];
    return [bare, /^(?:@[\w.-]+\/)?[\w.-]+$/.test(bare) && !bare.startsWith('.') && !/[:/]/.test(version)];
  },
  pypi: (name) => {
    const [, bare = name, rest = ''] = /^([\w.-]+)(?:\[[^\]]*\])?\s*(.*)$/s.exec(name) ?? [];
    const isPlain = /^[\w-][\w.-]*$/.test(bare) && !/[:/]/.test(rest) && !/\.(?:whl|gz|zip|txt)$/.test(bare);
    return [normalizedPython(bare), isPlain];
  },
  oci: (name) => {
    const bare = name.replace(/@sha256:.*$/s, '').replace(/:[^/:]*$/, '');
    return [bare, /^[\w./:-]+$/.test(bare)];
  },
  nuget: (name) => {
    const bare = name.replace(/@.*$/s, '');
    return [bare, /^[\w.-]+$/.test(bare)];
  },
};

/**
 * Every id that a word could mean, of any kind: `-pevil`, `npm:evil`, `https://x/evil/-/evil-1.0.0.tgz`. Only for rules
 * that deny.
 */
export function namedPackages(text: string): string[] {
  const names = piecesOf(text).flatMap((piece) => [
    ...(piece.match(/(?:@[\w.~-]+\/)?[\w.~-]+/g) ?? []),
    ...(piece.match(/[\w.~-]+(?::\d+)?(?:\/[\w.~-]+)+/g) ?? []),
    // `@` separates words elsewhere.
    ...(percents(text).match(/@[\w.~-]+\/[\w.~-]+/g) ?? []),
  ]);
  const bare = new Set(names.flatMap(withoutVersion));
  return [...bare].flatMap((name) => [`npm:${name}`, `pypi:${normalizedPython(name)}`, `oci:${name}`, `nuget:${name}`]);
}

/** `-pevil-1.0.0.tgz` as it is, without the option, without the version, without the extension. */
function withoutVersion(name: string): string[] {
  return [name, name.replace(/^-+/, ''), name.replace(/^-\w/, '')].flatMap((one) => {
    const plain = one.replace(/\.(?:tgz|tar|tar\.gz|whl|zip|git|nupkg)$/i, '');
    return [one, plain, plain.replace(/[-_.]v?\d+\.\d.*$/s, '')];
  });
}

/** Whether a pattern for packages matches an id in another spelling of the same package. */
export function samePackage(pattern: string, id: string): boolean {
  if (pattern.startsWith('pypi:')) return matchesGlob(normalizedPython(pattern), id);
  return pattern.startsWith('oci:') && [pattern, fullImage(pattern)].some((one) => matchesGlob(one, fullImage(id)));
}

/** Index servers treat these spellings as one name. */
function normalizedPython(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** An image without a registry is from Docker Hub, which has several names. */
function fullImage(id: string): string {
  const name = id
    .replace(/^oci:/, '')
    .replace(/^(?:(?:index|registry-1)\.)?docker\.io\/|^registry\.hub\.docker\.com\//, '');
  const [first = '', ...rest] = name.split('/');
  // Docker takes a first part with an upper-case letter for a host.
  if (rest.length > 0 && (/[.:*A-Z]/.test(first) || first === 'localhost')) return `oci:${name}`;
  return `oci:docker.io/${rest.length === 0 ? 'library/' : ''}${name}`;
}

/** The package in a word of Deno such as `npm:/a@1.0.0/program`. */
export function denoPackage(word: string): string {
  const [, name = ''] = /^npm:\/?((?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~+-]+)?)(?:\/[\w.-]+)?$/.exec(word) ?? [];
  return name;
}

/** Whether a program is named like its package, as `acme` is like `acme-mcp`. */
export function sharesName(program: string, owner: string): boolean {
  const parts = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter(Boolean);
  const [own, whole] = [parts(program), parts(owner.replace(/(?<=.)@.*$|[=<>~!].*$/s, ''))];
  return own.length > 0 && own.every((part) => whole.includes(part));
}
