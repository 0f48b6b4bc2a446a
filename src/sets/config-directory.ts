import { posix, win32 } from 'node:path';
import type { Host } from '../model/host.ts';

/** The second is what the variable was called before there was the first. */
const variables = ['PLUGBOARD_CONFIG_DIR', 'CCMCP_CONFIG_DIR'] as const;

/** Where the config sets are: as given, else as the environment says, else in the usual place. With forward slashes. */
export function configDirectory(host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>, given?: string): string {
  const { cwd, env, home, platform } = host;
  const wanted = given || variables.map((name) => env[name]).find(Boolean) || '~/.claude/mcp-configs';
  const windows = platform === 'win32';
  const isInHome = (windows ? /^~(?:[/\\]|$)/ : /^~(?:\/|$)/).test(wanted);
  const { resolve } = windows ? win32 : posix;
  const path = isInHome ? resolve(home, `.${wanted.slice(1)}`) : resolve(cwd, wanted);
  // Elsewhere a backslash is an ordinary character of a name.
  return windows ? path.replaceAll('\\', '/') : path;
}
