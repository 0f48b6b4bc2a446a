import { readdirSync, statSync } from 'node:fs';
import type { Host } from '../../model/host.ts';

/** Where version managers and package managers put programs, in the home directory and in the system. */
const usual = [
  '.volta/bin',
  '.local/share/mise/shims',
  '.asdf/shims',
  '.nodenv/shims',
  '.local/bin',
  '.cargo/bin',
  '.bun/bin',
  '.deno/bin',
  '.pyenv/shims',
  '.rbenv/shims',
  '.proto/shims',
  '.npm-global/bin',
  '.local/share/pnpm',
  'Library/pnpm',
  '.yarn/bin',
  'go/bin',
  '.dotnet/tools',
  '.pixi/bin',
  '.nix-profile/bin',
  '.docker/bin',
  '.orbstack/bin',
  '.rd/bin',
];
const onWindows = [
  'AppData/Roaming/npm',
  'AppData/Local/pnpm',
  'AppData/Local/Volta/bin',
  'AppData/Local/Microsoft/WinGet/Links',
  'scoop/shims',
];
const ofPackageManagers = ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin', '/snap/bin'];
const ofSystem = new Set([
  ...ofPackageManagers,
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/sbin',
  '/opt/local/bin',
  '/run/current-system/sw/bin',
  '/nix/var/nix/profiles/default/bin',
]);

/** Directories in which programs usually are, as far as they exist; those of the home directory first. */
export function knownDirectories({ home }: Pick<Host, 'home'>): string[] {
  return [...nvmDirectories(home), ...usual.map((path) => `${home}/${path}`), ...ofPackageManagers].filter(isDirectory);
}

/** Whether only the system or a version manager of the person puts programs into a directory. */
export function isProgramPlace(directory: string, { home, platform }: Pick<Host, 'home' | 'platform'>): boolean {
  if (DETOUR.test(directory)) return false;
  if (platform === 'win32') return isPlaceOnWindows(directory.replaceAll('\\', '/'), home.replaceAll('\\', '/'));
  if (ofSystem.has(directory)) return true;
  const inHome = directory.startsWith(`${home}/`) ? directory.slice(home.length + 1) : '';
  return usual.includes(inHome) || VERSIONED.test(`${inHome}/`);
}

function isPlaceOnWindows(directory: string, home: string): boolean {
  if (/^c:\/(?:windows|program files(?: \(x86\))?)\//i.test(`${directory}/`)) return true;
  const path = directory.toLowerCase();
  return [...usual, ...onWindows].some((place) => path === `${home}/${place}`.toLowerCase());
}

/** Such a path need not be where it begins. */
const DETOUR = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** Directories with one version of a program each. */
const VERSIONED =
  /^(\.nvm\/versions\/node|\.local\/share\/fnm\/(?:aliases|node-versions)|\.local\/share\/mise\/installs\/[\w-]+|\.asdf\/installs\/[\w-]+|\.pyenv\/versions|\.volta\/tools\/image\/\w+)\/[^/]+\//;

/** The path of a program, the same for all versions that a version manager has of it. */
export function withoutVersion(path: string, home: string): string {
  if (!path.startsWith(`${home}/`) || DETOUR.test(path)) return path;
  return `${home}/${path.slice(home.length + 1).replace(VERSIONED, '$1/*/')}`;
}

/** The newest Node of nvm and of fnm; their shells would choose one by a file of the project. */
function nvmDirectories(home: string): string[] {
  const versions = `${home}/.nvm/versions/node`;
  const names = isDirectory(versions) ? readdirSync(versions) : [];
  const newest = names.toSorted((a, b) => b.localeCompare(a, undefined, { numeric: true }))[0];
  return [
    ...(newest === undefined ? [] : [`${versions}/${newest}/bin`]),
    `${home}/.local/share/fnm/aliases/default/bin`,
  ];
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
