import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../bin/plugboard.js', import.meta.url));

// They are looked at until the last moment, also after the program has ended.
const homes: string[] = [];
process.once('exit', () => homes.forEach((home) => rmSync(home, { recursive: true, force: true, maxRetries: 5 })));

/** By path; what is no text is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

export interface Surroundings {
  /** In the home of the person. */
  readonly files?: Files;
  /** In the project that the page is about. */
  readonly project?: Files;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface ServedPage {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly link: string;
  readonly home: string;
  readonly project: string;
  /** Writes into the home, as another program would. */
  write(file: string, content: unknown): void;
  read(file: string): string;
  /** What the program has printed, and what it keeps in its logs. */
  said(): string;
  /** Asks the program to end, and waits until it has. */
  stop(): Promise<number | null>;
  /** Starts it again after `stop`, at the same port; returns the new link. */
  startAgain(): Promise<string>;
}

/** The built program, serving the page of a project in a home of its own. */
export async function servePage({ files = {}, project = {}, env = {}, args = [] }: Surroundings): Promise<ServedPage> {
  const home = mkdtempSync(join(tmpdir(), 'plugboard-page-'));
  homes.push(home);
  const projectPath = join(home, 'project');
  mkdirSync(projectPath);
  writeAll(home, files);
  writeAll(projectPath, project);
  const start = (more: readonly string[]): Started => startIn(projectPath, { ...homeAt(home), ...env }, more);
  let running = start(args);
  const { url, port, pid, link } = await firstDocument(running);
  const before: string[] = [];
  return {
    url,
    port,
    pid,
    link,
    home,
    project: projectPath,
    write: (file, content) => writeAll(home, { [file]: content }),
    read: (file) => readFileSync(join(home, file), 'utf8'),
    said: () => [...before, running.output.text, ...logsIn(join(home, '.local/state/plugboard/logs'))].join('\n'),
    async stop() {
      running.child.kill('SIGTERM');
      return running.ended;
    },
    async startAgain() {
      await running.ended;
      before.push(running.output.text);
      running = start([...args, '--port', String(port)]);
      return (await firstDocument(running)).link;
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly output: Collected;
  readonly ended: Promise<number | null>;
}

/** Starts the program in a directory. */
export function startIn(
  directory: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Started {
  const child = spawn(process.execPath, [program, 'ui', '--no-open', '--json', ...args], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => {
    child.once('exit', done);
  });
  return { child, output: collect(child), ended };
}

interface Collected {
  text: string;
  onText: () => void;
}

function collect(child: ChildProcess): Collected {
  const output: Collected = { text: '', onText: () => {} };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
      output.onText();
    });
  }
  return output;
}

type Printed = Pick<ServedPage, 'url' | 'port' | 'pid' | 'link'>;

export async function firstDocument({ output, ended }: Started): Promise<Printed> {
  return new Promise((done, fail) => {
    output.onText = () => {
      if (!output.text.endsWith('}\n')) return;
      output.onText = () => {};
      const { data } = JSON.parse(output.text) as { data: Printed };
      done(data);
    };
    void ended.then(() => fail(new Error(`The program ended: ${output.text}`)));
  });
}

function writeAll(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
  }
}

function logsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}

export function homeAt(home: string): Record<string, string> {
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
  };
}
