import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runBuilt } from '../../support/run-built.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder is the person's home as well, so that only these files are found. */
  readonly homeIsFolder?: boolean;
}

/** Runs the built program in a folder of its own that holds these files. */
export function run(
  args: readonly string[],
  { files = {}, input = '', env = {}, homeIsFolder }: Circumstances = {},
): Ended {
  const cwd = mkdtempSync(join(homedir(), 'run-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  return runBuilt(args, { cwd, input, env: { ...process.env, ...(homeIsFolder ? homeAt(cwd) : {}), ...env } });
}

function homeAt(folder: string): Record<string, string> {
  const data = join(folder, 'AppData');
  return {
    HOME: folder,
    USERPROFILE: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    APPDATA: join(data, 'Roaming'),
    LOCALAPPDATA: join(data, 'Local'),
  };
}
