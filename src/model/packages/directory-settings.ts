import { getOwn } from '../value.ts';

/** What in a directory changes what a program starts that runs packages or scripts. */
export interface DirectorySettings {
  /** Files that change it by their presence. */
  readonly files: readonly string[];
  /** They also count in the directories above. */
  readonly isAbove: boolean;
  /** `npm` runs what the project has installed or offers itself; `bin` prefers installed programs of that name. */
  readonly prefers?: 'npm' | 'bin' | 'file';
  /** Fields of `package.json` that choose the version of the program or change its settings. */
  readonly fields?: readonly string[];
}

const typescript = ['tsconfig.json', 'jsconfig.json'];
const dotenv = ['', '.development', '.production', '.test'].flatMap((mode) => [`.env${mode}`, `.env${mode}.local`]);

const npm: DirectorySettings = { files: ['.npmrc'], isAbove: true, prefers: 'npm' };
const pnpm: DirectorySettings = {
  files: ['.npmrc', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs', '.corepack.env'],
  isAbove: true,
  prefers: 'bin',
  fields: ['packageManager', 'devEngines', 'pnpm'],
};
const yarn: DirectorySettings = {
  files: ['.npmrc', '.yarnrc', '.yarnrc.yml', '.corepack.env', 'package.json'],
  isAbove: true,
  prefers: 'bin',
};
const bun: DirectorySettings = {
  // `bunx` may start a program in Bun itself, which reads the settings of TypeScript.
  files: ['.npmrc', 'bunfig.toml', ...dotenv, ...typescript],
  isAbove: true,
  prefers: 'bin',
};
const script: DirectorySettings = { files: typescript, isAbove: true };

const settings: Readonly<Record<string, DirectorySettings>> = {
  npx: npm,
  npm,
  pnpx: pnpm,
  pnpm,
  yarn,
  yarnpkg: yarn,
  bunx: bun,
  bun,
  deno: { files: ['.npmrc', 'deno.json', 'deno.jsonc', 'package.json'], isAbove: true, prefers: 'bin' },
  // A file with the name of the package goes before the package.
  pipx: { files: ['__pypackages__'], isAbove: false, prefers: 'file' },
  dnx: {
    files: [
      'nuget.config',
      'NuGet.config',
      'NuGet.Config',
      'global.json',
      '.config/dotnet-tools.json',
      'dotnet-tools.json',
    ],
    isAbove: true,
  },
  tsx: script,
  'ts-node': script,
  'vite-node': script,
  esbuild: script,
};

/** What in a directory changes what the program of this plain name starts; undefined if nothing does. */
export function directorySettings(name: string): DirectorySettings | undefined {
  return getOwn(settings, name);
}
