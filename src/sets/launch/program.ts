import { dirname } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { findProgram as findOnPath, type Search } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { powershellStart } from '../../model/shell/system-program.ts';
import { readText } from '../../store/read/read-text.ts';
import { ownSearchPath } from '../../trust/own-programs.ts';
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
  if (found !== undefined) return startable(host, found);
  if (blocked === undefined) throw new PlugboardError('program-missing', { program, install });
  throw new PlugboardError('program-unstartable', { program: blocked, reason: 'it is not an executable file' });
}

async function startable(host: Host, found: string): Promise<Startable> {
  if (/\.(?:cmd|bat)$/i.test(found)) return unwrap(host, found);
  return /\.ps1$/i.test(found) ? powershellStart(found, host.env) : { file: found, first: [] };
}

/** The program must not depend on the current project. */
async function look(host: Host, name: string): Promise<Search> {
  return findOnPath(host, name, ownSearchPath(host), host.cwd);
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

/** The program that an npm batch file starts. */
interface Wrapped {
  /** Absolute path. */
  readonly script: string;
  /** Node flags before the script; undefined if the script is an executable. */
  readonly flags: readonly string[] | undefined;
}

/**
 * Matches `"%_prog%" --flag "%dp0%
 * ode_modules\a\cli.js" %*` as written by npm, and similar lines.
 */
const call = /^(.*?)"%(?:dp0%|~dp0)\\?([^"%]+)"\s+%\*\s*$/gm;

/**
 * Returns the program that an npm batch file starts. Batch files are run by cmd.exe, which interprets its arguments as
 * text, and no quoting is safe for all of them. npm's batch files only start another program, which can be started
 * directly.
 */
function unwrapBatchFile(path: string, text: string): Wrapped | undefined {
  const [, before = '', target] = [...text.matchAll(call)].at(-1) ?? [];
  if (target === undefined) return undefined;
  const script = `${dirname(path.replaceAll('\\', '/'))}/${target.replaceAll('\\', '/')}`;
  if (/\.exe$/i.test(target)) return { script, flags: undefined };
  const flags = /(?:"%_prog%"|"%~dp0\\node\.exe"|\bnode(?:\.exe)?)((?:\s+-\S+)*)\s*$/i.exec(before)?.[1];
  return flags === undefined ? undefined : { script, flags: flags.trim().split(/\s+/).filter(Boolean) };
}
