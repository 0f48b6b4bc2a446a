import { findProgram } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { ownSearchPath } from '../../trust/own-programs.ts';
import { ToolFailure } from '../failure.ts';
import type { Settings } from '../settings.ts';

/**
 * Returns the OpenCode executable: OPENCODE_BIN, else from the PATH, else the installer's location. Never from the
 * project, whose author would then decide what runs.
 */
export async function findOpenCode(host: Host, { program: named, project }: Settings): Promise<string> {
  if (named !== undefined) {
    if ((await host.fs.kindOf(named)) === 'file') return named;
    throw programMissing(`OPENCODE_BIN is ${named}, which is not a file.`);
  }
  const directories = [...ownSearchPath(host, project), `${host.home}/.opencode/bin`];
  const { found } = await findProgram(host, 'opencode', directories, host.home);
  if (found !== undefined) return found;
  throw programMissing('OpenCode is not installed: opencode is not on the PATH.');
}

function programMissing(message: string): ToolFailure {
  return new ToolFailure('PROGRAM_MISSING', message, [
    'Install it with `npm install -g opencode-ai`, or set OPENCODE_BIN to its executable.',
    'Or run `opencode serve` elsewhere and set OPENCODE_SERVER_URL to its URL.',
  ]);
}
