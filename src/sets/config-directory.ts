import { posix, win32 } from 'node:path';
import type { Host } from '../model/host.ts';

/** The second is the former name of the variable. */
const variables = ['PLUGBOARD_CONFIG_DIR', 'CCMCP_CONFIG_DIR'] as const;

/** The directory of config sets: the given one, the one in the environment, or the default. With forward slashes. */
export function configDirectory(host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>, given?: string): string {
  const { cwd, env, home, platform } = host;
  const wanted = given || variables.map((name) => env[name]).find(Boolean) || '~/.claude/mcp-configs';
  const windows = platform === 'win32';
  const isInHome = (windows ? /^~(?:[/\\]|$)/ : /^~(?:\/|$)/).test(wanted);
  const { resolve } = windows ? win32 : posix;
  const path = isInHome ? resolve(home, `.${wanted.slice(1)}`) : resolve(cwd, wanted);
  // On other platforms a backslash is a valid character in names.
  return windows ? path.replaceAll('\\', '/') : path;
}
