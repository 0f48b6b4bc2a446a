import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { visible } from '../../model/visible.ts';
import { takeKeys } from '../input/keys.ts';
import { isTerminal } from '../output/standard-streams.ts';
import { writeLines } from '../output/terminal-lines.ts';

export interface RedirectReader {
  /** The next pasted line. Never resolves if the input has ended. */
  ask(address: string, signal: AbortSignal): Promise<string>;
  close(): void;
}

const plain = { color: false, ascii: false };

const QUESTION = 'Or paste the URL that the browser was redirected to: ';

/** Reads the redirect URL of a browser on another machine, from a terminal or as lines from a program. */
export function redirectReader(): RedirectReader {
  const atTerminal = isTerminal('stdin') && isTerminal('stderr');
  const { stdin, release } = takeKeys();
  const reader = createInterface({
    input: stdin,
    terminal: atTerminal,
    prompt: QUESTION,
    historySize: 0,
    ...(atTerminal && { output: process.stderr }),
  });
  // In raw mode Ctrl+C does not raise the signal.
  reader.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  let isOver = false;
  // Ctrl+D at a terminal. Without a terminal the browser may still deliver the redirect.
  if (atTerminal) reader.once('close', () => !isOver && process.emit('SIGINT', 'SIGINT'));
  // After a read error the browser may still deliver the redirect.
  reader.on('error', () => {});
  stopAtEndlessLine(reader, stdin);
  let isAgain = false;
  let isAsked = false;
  return {
    async ask(address, signal) {
      if (isAgain) writeLines('stderr', `Not the redirect URL. It starts with ${visible(redirectOf(address))}`, plain);
      if (atTerminal) reader.prompt();
      isAsked = true;
      const [line] = (await once(reader, 'line', { signal })) as [string];
      isAsked = false;
      isAgain = true;
      return line;
    },
    close() {
      isOver = true;
      if (atTerminal && isAsked) writeLines('stderr', '', plain);
      reader.close();
      release();
    },
  };
}

/** Longer than any valid URL. */
const LONGEST_LINE = 64 * 1024;

/** Stops reading a device that never ends a line. */
function stopAtEndlessLine(reader: Interface, stdin: NodeJS.ReadStream): void {
  let length = 0;
  const count = (block: Buffer | string): void => {
    const bytes = Buffer.from(block);
    const end = bytes.lastIndexOf('\n');
    length = end === -1 ? length + bytes.length : bytes.length - end - 1;
    if (length <= LONGEST_LINE) return;
    reader.close();
    stdin.destroy();
  };
  stdin.on('data', count);
  reader.once('close', () => stdin.off('data', count));
}

function redirectOf(address: string): string {
  return new URL(address).searchParams.get('redirect_uri') ?? 'another one';
}
