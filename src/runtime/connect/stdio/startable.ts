import { filesOnDisk } from './files-on-disk.ts';
import { programNotFound, windowsCommand } from './windows-command.ts';

export interface Startable {
  readonly file: string;
  readonly args: readonly string[];
  /** For `spawn`: the arguments are already quoted. */
  readonly windowsVerbatimArguments: boolean;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/**
 * How to start a program without a shell. On Windows, Node neither starts batch files nor looks on the PATH first: a program
 * of the working directory would be preferred. Throws if there is no such program, or an argument cannot be passed.
 */
export function startable(command: string, args: readonly string[], { env, cwd, platform }: Surroundings): Startable {
  if (platform !== 'win32') return { file: command, args, windowsVerbatimArguments: false };
  const found = windowsCommand(command, args, { env, cwd, ...filesOnDisk });
  if (!found) throw new Error('an argument cannot be passed to a batch file');
  if (found.missing) throw programNotFound(command);
  return { file: found.file, args: found.args, windowsVerbatimArguments: found.verbatim };
}
