import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBuilt } from '../../support/run-built.ts';

export const program = fileURLToPath(new URL('../../../bin/plugboard.js', import.meta.url));
export const catalog = '~/.config/plugboard/plugboard.json';

/** How a run ended. The home and the project of the machine are written `HOME` and `PROJECT`. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly [detail: string]: unknown;
}

/** What `--json` prints, with the exit code beside it. */
interface Answer<D> {
  readonly code: number | null;
  readonly schema: number;
  readonly ok: boolean;
  readonly data: D;
  readonly warnings: readonly Problem[];
  readonly errors: readonly Problem[];
}

interface Circumstances {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** A directory in the project. */
  readonly cwd?: string;
  /** In a process of its own, for what a process does. */
  readonly fresh?: boolean;
}

/** A home and a project in which the program can run many times. Names with `~/` are in the home, others in the project. */
export interface Machine {
  readonly project: string;
  /** What a program started here by other means needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], circumstances?: Circumstances): Ended;
  /** Runs with `--json`; fails when stdout is anything but one document, or when anything is on stderr. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each command has a shape of its own, which its test tells.
  ask<D = any>(args: readonly string[], circumstances?: Circumstances): Answer<D>;
  path(name: string): string;
  read(name: string): string;
  write(name: string, text: string): void;
  remove(name: string): void;
  /** Every file by name, without our own notes. */
  files(): Record<string, string>;
  /** The names of all files, our own notes too. */
  everything(): string[];
}

export function machine(files: Readonly<Record<string, string>> = {}): Machine {
  const root = realpathSync(mkdtempSync(join(homedir(), 'machine-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const directory of [home, project]) mkdirSync(directory);
  const path = (name: string): string => (name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const env = environmentOf(home);
  const shortened = (text: string): string => text.replaceAll(home, 'HOME').replaceAll(project, 'PROJECT');
  const run: Machine['run'] = (args, { env: more = {}, input = '', cwd = '.', fresh = false } = {}) => {
    const { code, stdout, stderr } = runBuilt(args, {
      cwd: join(project, cwd),
      input,
      fresh,
      env: { ...env, ...more },
    });
    return { code, stdout: shortened(stdout), stderr: shortened(stderr) };
  };
  const everything = (): string[] => [...namesIn(home, '~/'), ...namesIn(project, '')];
  return {
    project,
    env,
    run,
    ask<D>(args: readonly string[], circumstances?: Circumstances): Answer<D> {
      const { code, stdout, stderr } = run(['--json', ...args], circumstances);
      if (stderr !== '') throw new Error(`stderr beside --json: ${stderr}`);
      return { code, ...(JSON.parse(stdout) as Omit<Answer<D>, 'code'>) };
    },
    path,
    read: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : ''),
    write,
    remove: (name) => rmSync(path(name)),
    files() {
      const names = everything().filter((name) => !/^~\/(?:\.local\/state|AppData)\//.test(name));
      return Object.fromEntries(names.map((name) => [name, readFileSync(path(name), 'utf8')]));
    },
    everything,
  };
}

/** Nothing of the person who runs the tests: no programs on the PATH, no variables of an assistant. */
function environmentOf(home: string): Record<string, string> {
  // Wine knows the account, and with it the user profile, only by its variable.
  const { SystemRoot, WINEUSERNAME } = process.env;
  return {
    PATH: '',
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, '.config'),
    LOCALAPPDATA: join(home, 'AppData'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
    ...(WINEUSERNAME === undefined ? {} : { WINEUSERNAME }),
  };
}

function namesIn(directory: string, prefix: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        prefix +
        join(entry.parentPath, entry.name)
          .slice(directory.length + 1)
          .replaceAll(sep, '/'),
    )
    .toSorted();
}
