import { spawn } from 'node:child_process';
import type { Host } from '../../../model/host.ts';
import { systemProgram } from '../../../model/shell/system-program.ts';
import { ownEnvironment } from '../../../trust/own-programs.ts';

type BrowserSurroundings = Pick<Host, 'platform' | 'env'>;

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** The program that opens a URL in the browser; undefined if there is no display or no such program. */
export function browserProgram(address: string, { platform, env }: BrowserSurroundings): Program | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Other URL schemes could start any program.
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const chosen = env['BROWSER'];
  if (chosen !== undefined && platform !== 'win32') return programOf(chosen, url.href);
  if (platform === 'win32')
    return { file: systemProgram('rundll32', env), args: ['url.dll,FileProtocolHandler', url.href] };
  if (platform === 'darwin') return { file: 'open', args: [url.href] };
  // Without a display, xdg-open would start a text browser in the terminal.
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { file: 'xdg-open', args: [url.href] } : undefined;
}

/** Uses the first of several alternatives, such as `firefox --new-tab %s:lynx`. */
function programOf(chosen: string, url: string): Program | undefined {
  const [first = ''] = chosen.split(':');
  const [file, ...args] = first.split(/\s+/).filter(Boolean);
  if (file === undefined || file === 'none') return undefined;
  const hasPlace = args.some((arg) => arg.includes('%s'));
  return { file, args: hasPlace ? args.map((arg) => arg.replaceAll('%s', () => url)) : [...args, url] };
}

/** Returns whether a browser was started. No shell is involved, so the URL cannot be interpreted by one. */
export async function openBrowser(
  address: string,
  machine: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>,
): Promise<boolean> {
  const program = browserProgram(address, machine);
  if (!program) return false;
  return new Promise((done) => {
    const child = spawn(program.file, [...program.args], {
      env: { ...ownEnvironment(machine) },
      stdio: 'ignore',
      detached: true,
      shell: false,
      windowsHide: true,
    });
    child.once('error', () => done(false));
    child.once('spawn', () => {
      child.unref();
      done(true);
    });
  });
}
