import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { Start } from './answer.ts';
import { clientFolder, nodeBin } from './cache.ts';
import type { TestClient } from './clients.ts';
import { runProgram, type ProgramOutput, type ProgramRun } from './run-program.ts';

export type RunOptions = Partial<Pick<ProgramRun, 'cwd' | 'env' | 'timeout' | 'input' | 'onLine' | 'until'>>;

/** A home and a project for one question to one program, thrown away afterwards. */
export interface Box {
  readonly home: string;
  readonly project: string;
  /** Where the program is installed. */
  readonly folder: string;
  /** The file the stdio target writes to. */
  readonly log: string;
  /** `~/` is the home; a path that is not absolute is inside the project. */
  put(path: string, text: string): void;
  /** Adds lines to the end of a file. */
  append(path: string, text: string): void;
  /** Adds to a JSON file that may already hold something, such as a switch of a server. */
  addJson(path: string, add: JsonMap): void;
  /** Runs a command of the installed packages, or `node`. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<ProgramOutput>;
  starts(): Start[];
  /** The names of the stdio targets whose tools were asked for. */
  toolsAsked(): string[];
  remove(): void;
}

export function openBox(cache: string, client: TestClient): Box {
  const root = mkdtempSync(join(tmpdir(), `plugboard-client-${client.id}-`));
  const folderOf = (name: string): string => mkdirSync(join(root, name), { recursive: true }) ?? root;
  const [home, project, temporary] = [folderOf('home'), folderOf('project'), folderOf('tmp')];
  // Programs look for the root of the repository to decide what belongs to the project.
  execFileSync('git', ['init', '--quiet', project], { env: { PATH: process.env['PATH'], HOME: home } });
  const folder = clientFolder(cache, client);
  const log = join(root, 'starts.log');
  const notes = (): Note[] => linesOf(log).map((line) => JSON.parse(line) as Note);
  const at = (path: string): string => (path.startsWith('~/') ? join(home, path.slice(2)) : resolve(project, path));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const baseEnv = {
    PATH: [nodeBin(cache), process.env['PATH']].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
    NO_COLOR: '1',
    TERM: 'dumb',
    ...probes,
    ...offline,
  };
  return {
    home,
    project,
    folder,
    log,
    put,
    append: (path, text) => appendFileSync(at(path), text),
    addJson: (path, add) => {
      const found = existsSync(at(path)) ? (JSON.parse(readFileSync(at(path), 'utf8')) as JsonMap) : {};
      put(path, JSON.stringify(merged(found, add)));
    },
    run: async (command, args, { env, ...options } = {}) =>
      runProgram({
        command: [join(command === 'node' ? nodeBin(cache) : join(folder, 'node_modules', '.bin'), command), ...args],
        cwd: project,
        timeout: 60_000,
        ...options,
        env: { ...baseEnv, ...env },
      }),
    starts: () => notes().filter((note): note is Start => 'argv' in note),
    toolsAsked: () => notes().flatMap((note) => ('toolsAsked' in note ? [note.toolsAsked] : [])),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** What the stdio target writes to its log. */
type Note = Start | { readonly toolsAsked: string };

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

type JsonMap = Readonly<Record<string, unknown>>;

function merged(left: JsonMap, right: JsonMap): JsonMap {
  const result: Record<string, unknown> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    result[key] = isMap(value) && isMap(result[key]) ? merged(result[key], value) : value;
  }
  return result;
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The variables that references in the written files lead to. */
const probes = { T_TOK: 'sekret', T_HDR: 'hv' };

/** Programs like to look for updates and to report home. A proxy that is not there answers them. */
const offline = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
};
