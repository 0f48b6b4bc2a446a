import type { PackageToFetch } from '../model/packages/fetched-package.ts';

/** The identity of a package, such as `npm:@acme/server`, without its version. */
export interface PackageId {
  readonly id: string;
  /** Fetched from where this kind is usually fetched, and by name: another address could offer any code. */
  readonly isCertain: boolean;
}

export function packageId({ kind, name, isRedirected }: PackageToFetch): PackageId {
  const [bare, isPlain] = parsers[kind](name);
  return { id: `${kind}:${bare}`, isCertain: isPlain && !isRedirected };
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
    // Index servers treat these spellings as one name.
    return [bare.toLowerCase().replaceAll(/[-_.]+/g, '-'), isPlain];
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
