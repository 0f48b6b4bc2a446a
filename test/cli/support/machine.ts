import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../bin/plugboard.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home and a project for several runs of the built program. Paths with `~/` are in the home, others in the project. */
export interface Machine {
  run(...args: readonly string[]): Ended;
  /** With this on standard input. */
  feed(input: string, ...args: readonly string[]): Ended;
  /** The document that `--json` prints. */
  json(...args: readonly string[]): JsonEnded;
  /** Absolute, as the program says it. */
  path(name: string): string;
  read(name: string): string | undefined;
  write(name: string, text: string): void;
  remove(name: string): void;
}

export interface JsonEnded {
  readonly code: number | null;
  readonly ok: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- each command has a shape of its own, which its test tells.
  readonly data: any;
  readonly errors: readonly Record<string, unknown>[];
}

export const catalog = '~/.config/plugboard/plugboard.json';

export function machine(files: Readonly<Record<string, string>> = {}): Machine {
  const root = mkdtempSync(join(homedir(), 'machine-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const directory of [home, project]) mkdirSync(directory);
  const path = (name: string): string => (name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const env = { ...process.env, ...homeAt(home), PATH: '', TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: '' };
  const feed = (input: string, ...args: readonly string[]): Ended => {
    const options = { cwd: project, input, env, encoding: 'utf8' as const };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
    return { code: status, stdout, stderr };
  };
  return {
    run: (...args) => feed('', ...args),
    feed,
    json(...args) {
      const { code, stdout } = feed('', '--json', ...args);
      return { code, ...(JSON.parse(stdout) as Omit<JsonEnded, 'code'>) };
    },
    path: (name) => path(name).replaceAll('\\', '/'),
    read: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined),
    write,
    remove: (name) => rmSync(path(name)),
  };
}

function homeAt(folder: string): Record<string, string> {
  return {
    HOME: folder,
    USERPROFILE: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_STATE_HOME: join(folder, '.local', 'state'),
    APPDATA: join(folder, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(folder, 'AppData', 'Local'),
  };
}
