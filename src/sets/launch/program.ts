import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read/read-text.ts';
import { unwrapBatchFile } from './batch-file.ts';
import type { LaunchPlan } from './types.ts';

/** The program file to start. */
export interface Startable {
  /** Absolute path. */
  readonly file: string;
  /** Arguments before those of the plan. */
  readonly first: readonly string[];
}

/** Finds the program of a plan in PATH. Throws if it is missing or not executable. */
export async function findProgram(
  host: Host,
  { program, install }: Pick<LaunchPlan, 'program' | 'install'>,
): Promise<Startable> {
  const { found, blocked } = await look(host, program);
  if (found !== undefined) return /\.(?:cmd|bat)$/i.test(found) ? unwrap(host, found) : { file: found, first: [] };
  if (blocked === undefined) throw new PlugboardError('program-missing', { program, install });
  throw new PlugboardError('program-unstartable', { program: blocked, reason: 'it is not an executable file' });
}

async function look(host: Host, name: string): Promise<{ found?: string; blocked?: string }> {
  const blocked: string[] = [];
  for (const directory of directories(host)) {
    for (const path of extensions(host).map((extension) => `${directory}/${name}${extension}`)) {
      const kind = await host.fs.kindOf(path);
      if (kind === 'file' && (await isExecutable(host, path))) return { found: path };
      if (kind !== undefined) blocked.push(path);
    }
  }
  return blocked[0] === undefined ? {} : { blocked: blocked[0] };
}

/** Relative PATH entries are ignored: the program must not depend on the current project. */
function directories(host: Host): string[] {
  const windows = host.platform === 'win32';
  return (variable(host, 'PATH') ?? '')
    .split(windows ? ';' : ':')
    .map((directory) => (windows ? directory.replaceAll('\\', '/') : directory))
    .filter((directory) => (windows ? /^(?:[A-Za-z]:)?\// : /^\//).test(directory));
}

function extensions(host: Host): string[] {
  if (host.platform !== 'win32') return [''];
  return (variable(host, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';').filter(Boolean);
}

/** Variable names are case-insensitive on Windows. */
function variable({ env, platform }: Host, name: string): string | undefined {
  if (platform !== 'win32') return env[name];
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

async function isExecutable(host: Host, path: string): Promise<boolean> {
  if (host.platform === 'win32') return true;
  try {
    return (((await host.fs.status(await host.fs.realPath(path)))?.mode ?? 0) & 0o111) !== 0;
  } catch {
    // A file that cannot be inspected may still be executable.
    return true;
  }
}

async function unwrap(host: Host, path: string): Promise<Startable> {
  const read = await readText(host, path);
  const wrapped = 'text' in read ? unwrapBatchFile(path, read.text) : undefined;
  if (!wrapped) {
    const reason = 'it is a batch file, which would change its arguments';
    throw new PlugboardError('program-unstartable', { program: path, reason });
  }
  const { script, flags } = wrapped;
  if (!flags) return { file: script, first: [] };
  const beside = `${path.slice(0, path.lastIndexOf('/'))}/node.exe`;
  const node = (await host.fs.kindOf(beside)) === 'file' ? beside : (await look(host, 'node')).found;
  return { file: node?.endsWith('.exe') ? node : process.execPath, first: [...flags, script] };
}
