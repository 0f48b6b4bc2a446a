import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { hiddenSpans } from '../../model/secrets/hidden-spans.ts';

/** Permission bits of new files and directories, before the umask. */
export interface NewModes {
  readonly file: number;
  readonly directory: number;
}

/** Files of a project are readable for everyone, except those with secrets. All others are private. */
export async function newFileModes(host: Host, path: string, content: Uint8Array): Promise<NewModes> {
  if (!(await isInProject(host, path))) return { file: 0o600, directory: 0o700 };
  const hasSecrets = hiddenSpans(Buffer.from(content).toString()).length > 0;
  return { file: hasSecrets ? 0o600 : 0o644, directory: 0o755 };
}

async function isInProject(host: Host, path: string): Promise<boolean> {
  const home = withSlash(host.home);
  const file = path.replaceAll('\\', '/');
  const belowHome = file.startsWith(home) ? file.slice(home.length) : undefined;
  // Settings stay private even in a repository, or if it is the working directory.
  if (belowHome !== undefined && /^(?:\.|AppData\/|Library\/|[^/]*$)/.test(belowHome)) return false;
  const cwd = withSlash(host.cwd);
  if (!home.startsWith(cwd) && file.startsWith(cwd)) return true;
  for (let directory = dirname(path); !home.startsWith(withSlash(directory)); directory = dirname(directory)) {
    if (await host.fs.kindOf(`${directory}/.git`)) return true;
    if (dirname(directory) === directory) return false;
  }
  return false;
}

function withSlash(path: string): string {
  return `${path.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
}
