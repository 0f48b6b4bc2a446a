import { isAbsolute, join } from 'node:path';
import type { Host } from '../../model/host.ts';
import { ToolFailure } from '../failure.ts';

/**
 * OpenCode's program: the one that is named, else from the PATH, else where its installer puts it. Never from the
 * project: its author would decide what is run.
 */
export async function findProgram(host: Host, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if ((await host.fs.kindOf(named)) === 'file') return named;
    throw programMissing(`OPENCODE_BIN names ${named}, which is no file.`);
  }
  const windows = host.platform === 'win32';
  const endings = windows ? ['.exe', '.cmd'] : [''];
  const onPath = (host.env['PATH'] ?? host.env['Path'] ?? '')
    .split(windows ? ';' : ':')
    .filter((one) => isAbsolute(one));
  for (const directory of [...onPath, join(host.home, '.opencode', 'bin')]) {
    for (const ending of endings) {
      const path = join(directory, `opencode${ending}`);
      if ((await host.fs.kindOf(path)) === 'file') return path;
    }
  }
  throw programMissing('OpenCode is not installed: there is no opencode on the PATH.');
}

function programMissing(message: string): ToolFailure {
  return new ToolFailure('PROGRAM_MISSING', message, [
    'Install it with `npm install -g opencode-ai`, or set OPENCODE_BIN to its program.',
    'Or start `opencode serve` elsewhere and set OPENCODE_SERVER_URL to its address.',
  ]);
}
