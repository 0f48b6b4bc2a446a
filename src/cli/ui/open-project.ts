import { spawn } from 'node:child_process';
import { delay } from '../../store/write/delay.ts';

/** Exits when the page is no longer used. */
const IDLE_MINUTES = '30';
const PATIENCE_MS = 20_000;

/** Serves the page of another project in a process of its own. Returns a sign-in link, or undefined if it fails. */
export async function openProject(path: string): Promise<string | undefined> {
  const program = process.argv[1];
  if (program === undefined) return undefined;
  const child = spawn(process.execPath, [program, 'ui', '--no-open', '--json', '--idle-exit', IDLE_MINUTES], {
    cwd: path,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const printed = new Promise<string | undefined>((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (text.endsWith('}\n')) resolve(text);
    });
    child.once('error', () => resolve(undefined));
    child.once('exit', () => resolve(undefined));
  });
  const text = await Promise.race([printed, delay(PATIENCE_MS).then(() => undefined)]);
  child.stdout.destroy();
  child.unref();
  return text === undefined ? undefined : linkIn(text);
}

function linkIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { data?: { link?: string } }).data?.link;
  } catch {
    return undefined;
  }
}
