import { PlugboardError } from '../../model/error.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read-text.ts';
import { unwrapBatchFile } from './batch-file.ts';
import type { LaunchPlan } from './types.ts';

/** What the system is told to start. */
export interface Startable {
  /** Absolute path. */
  readonly file: string;
  /** What comes before the arguments of the plan. */
  readonly first: readonly string[];
}

/** Looks for the program of a plan in the directories of the PATH. Throws when it cannot be started. */
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
    for (const path of endings(host).map((ending) => `${directory}/${name}${ending}`)) {
      const kind = await host.fs.kindOf(path);
      if (kind === 'file' && (await isExecutable(host, path))) return { found: path };
      if (kind !== undefined) blocked.push(path);
    }
  }
  return blocked[0] === undefined ? {} : { blocked: blocked[0] };
}

/** Only absolute ones: what is started must not depend on the project somebody happens to be in. */
function directories(host: Host): string[] {
  const windows = host.platform === 'win32';
  return (variable(host, 'PATH') ?? '')
    .split(windows ? ';' : ':')
    .map((directory) => (windows ? directory.replaceAll('\\', '/') : directory))
    .filter((directory) => (windows ? /^(?:[A-Za-z]:)?\// : /^\//).test(directory));
}

function endings(host: Host): string[] {
  if (host.platform !== 'win32') return [''];
  return (variable(host, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';').filter(Boolean);
}

/** Windows does not tell `PATH` from `Path`. */
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
    // What may not be looked at may still be run.
    return true;
  }
}

async function unwrap(host: Host, path: string): Promise<Startable> {
  const read = await readText(host, path);
  const wrapped = 'text' in read ? unwrapBatchFile(path, read.text) : undefined;
  if (!wrapped) {
    const reason = 'it is a batch file, and those change the arguments they are given';
    throw new PlugboardError('program-unstartable', { program: path, reason });
  }
  const { script, flags } = wrapped;
  if (!flags) return { file: script, first: [] };
  const beside = `${path.slice(0, path.lastIndexOf('/'))}/node.exe`;
  const node = (await host.fs.kindOf(beside)) === 'file' ? beside : (await look(host, 'node')).found;
  return { file: node?.endsWith('.exe') ? node : process.execPath, first: [...flags, script] };
}
