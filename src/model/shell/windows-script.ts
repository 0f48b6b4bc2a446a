import { findProgram, type Search } from '../find-program.ts';
import type { Host } from '../host.ts';

/** Scripts on every Windows, even if not found at the moment. */
const knownScripts = /^(?:npx|npm|pnpm|pnpx|yarn)$/i;

export interface ScriptSearch extends Search {
  /** Windows starts it only through its command interpreter. */
  readonly isScript: boolean;
}

/** Whether a command is a batch file on Windows. */
export async function findScript(
  host: Host,
  command: string,
  directories: readonly string[],
  cwd: string,
): Promise<ScriptSearch> {
  const search = await findProgram(host, command, directories, cwd);
  const { found } = search;
  const isScript = found === undefined ? knownScripts.test(command) : /\.(?:cmd|bat)$/i.test(found);
  return { ...search, isScript: isScript || /\.(?:cmd|bat)$/i.test(command) };
}
