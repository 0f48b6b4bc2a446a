import type { Output } from './output.ts';
import { isTerminal } from './standard-streams.ts';
import { safeLine } from './terminal-lines.ts';

const PATIENCE = 300;
const FRAMES = ['-', '\\', '|', '/'];

/** Runs `work` and shows a spinner if it takes a while and stderr is a terminal. */
export async function withProgress<T>(output: Output, doing: string, work: () => Promise<T>): Promise<T> {
  if (output.json || !isTerminal('stderr')) return work();
  const { stderr } = process;
  const started = Date.now();
  let frame = 0;
  const timer = setInterval(() => {
    const seconds = Math.floor((Date.now() - started) / 1000);
    stderr.write(`\r${FRAMES[frame % FRAMES.length]} ${safeLine(doing, false)}${seconds >= 3 ? ` ${seconds} s` : ''}`);
    frame += 1;
  }, PATIENCE);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (frame > 0) stderr.write('\r\u001B[K');
  }
}
