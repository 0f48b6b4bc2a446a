import { PlugboardError } from '../../model/diagnostics/error.ts';
import { absoluteSearchPath, findProgram as findOnPath, type Search } from '../../model/find-program.ts';
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

/** Relative PATH entries are ignored: the program must not depend on the current project. */
async function look(host: Host, name: string): Promise<Search> {
  return findOnPath(host, name, absoluteSearchPath(host), host.cwd);
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
