import { spawn } from 'node:child_process';
import type { Environment } from '../../../model/reference.ts';

export interface BrowserSurroundings {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly env: Environment;
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** What shows an address to the person in front of this machine; undefined when there is none, or no way to do so. */
export function browserProgram(address: string, { platform, env }: BrowserSurroundings): Program | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Another protocol could start any program.
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const chosen = env['BROWSER'];
  if (chosen !== undefined && platform !== 'win32') return programOf(chosen, url.href);
  if (platform === 'win32') return { file: 'rundll32', args: ['url.dll,FileProtocolHandler', url.href] };
  if (platform === 'darwin') return { file: 'open', args: [url.href] };
  // Without a screen, it would be shown by a browser that takes over the terminal.
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { file: 'xdg-open', args: [url.href] } : undefined;
}

/** Of `firefox --new-tab %s:lynx` the first. */
function programOf(chosen: string, url: string): Program | undefined {
  const [first = ''] = chosen.split(':');
  const [file, ...args] = first.split(/\s+/).filter(Boolean);
  if (file === undefined || file === 'none') return undefined;
  const hasPlace = args.some((arg) => arg.includes('%s'));
  return { file, args: hasPlace ? args.map((arg) => arg.replaceAll('%s', () => url)) : [...args, url] };
}

/** Whether a browser could be started. No shell is involved, so nothing in the address can mean anything to one. */
export async function openBrowser(address: string, surroundings: BrowserSurroundings): Promise<boolean> {
  const program = browserProgram(address, surroundings);
  if (!program) return false;
  return new Promise((done) => {
    const child = spawn(program.file, [...program.args], { stdio: 'ignore', detached: true, shell: false });
    child.once('error', () => done(false));
    child.once('spawn', () => {
      child.unref();
      done(true);
    });
  });
}
