import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADER_BYTES, type PackHeader } from '../../../loader/pack.mjs';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const isRoot = process.geteuid?.() === 0;
/** Permissions do not stop root, so a test that is about them runs the program as this user. */
const NOBODY = 65_534;

/** False where permissions mean something else, or where Node is in a folder that only root may enter. */
export const canDenyWrites =
  process.platform !== 'win32' &&
  (!isRoot || spawnSync(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0);

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of the program without its compiled form. */
export interface Installed {
  readonly bin: string;
  readonly dist: string;
  readonly home: string;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Ended;
  runAtOnce(args: readonly string[], count: number, env?: NodeJS.ProcessEnv): Promise<(number | null)[]>;
}

/** @param options.isWritable Whether the program may write into its own folder. */
export function installed({ isWritable }: { readonly isWritable: boolean }): Installed {
  const place = mkdtempSync(join(homedir(), 'installed-'));
  const [bin, dist, home] = [join(place, 'bin', 'plugboard.js'), join(place, 'dist'), join(place, 'home')];
  cpSync(join(root, 'bin'), join(place, 'bin'), { recursive: true });
  for (const name of ['program', 'loader.cjs']) cpSync(join(root, 'dist', name), join(dist, name));
  mkdirSync(home);
  const owner = !isWritable && isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (!isWritable) {
    chmodSync(dist, 0o555);
    if (isRoot) chownSync(home, NOBODY, NOBODY);
    if (isRoot) openTo(place);
  }
  const { XDG_CACHE_HOME: _, ...inherited } = process.env;
  const optionsFor = (env: NodeJS.ProcessEnv): object => ({
    ...owner,
    cwd: home,
    env: { ...inherited, HOME: home, USERPROFILE: home, LOCALAPPDATA: join(home, 'AppData'), ...env },
  });
  return {
    bin,
    dist,
    home,
    run: (args, env = {}) =>
      spawnSync(process.execPath, [bin, ...args], { ...optionsFor(env), encoding: 'utf8' as const }),
    runAtOnce: (args, count, env = {}) => {
      const start = (): Promise<number | null> =>
        new Promise((done) => {
          spawn(process.execPath, [bin, ...args], { ...optionsFor(env), stdio: 'ignore' }).on('close', done);
        });
      return Promise.all(Array.from({ length: count }, start));
    },
  };
}

/** Lets other users pass through the temporary folders above. */
function openTo(place: string): void {
  for (let folder = place; folder.startsWith(tmpdir()); folder = dirname(folder)) {
    chmodSync(folder, lstatSync(folder).mode | 0o011);
  }
}

/** The only compiled form in a folder; undefined if there is none. */
export function compiledIn(folder: string, prefix = ''): string | undefined {
  const names = readNames(folder).filter((name) => name.startsWith(prefix));
  if (names.length > 1) throw new Error(`Several compiled forms: ${names.join(', ')}`);
  return names[0] && join(folder, names[0]);
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function headerOf(file: string): PackHeader {
  return JSON.parse(readFileSync(file).subarray(0, HEADER_BYTES).toString('latin1')) as PackHeader;
}
