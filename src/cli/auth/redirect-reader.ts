import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { visible } from '../../model/visible.ts';
import { takeKeys } from '../input/keys.ts';
import { isTerminal, writeTo } from '../standard-streams.ts';

export interface RedirectReader {
  /** The next thing somebody pastes. Waits for ever when nobody can. */
  ask(address: string, signal: AbortSignal): Promise<string>;
  close(): void;
}

const QUESTION = 'Or paste the address that the browser ended at: ';

/** Takes what a person brings from a browser on another machine; at a terminal, or line by line from a program. */
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
  // The terminal gives the keys as they are, so nobody else notices this one.
  reader.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  let isOver = false;
  // Ctrl+D. Elsewhere there is no question, and the browser may still bring the answer.
  if (atTerminal) reader.once('close', () => !isOver && process.emit('SIGINT', 'SIGINT'));
  // What cannot be read brings no address; the browser still may.
  reader.on('error', () => {});
  stopAtEndlessLine(reader, stdin);
  let isAgain = false;
  let isAsked = false;
  return {
    async ask(address, signal) {
      if (isAgain) writeTo('stderr', `That is not it: the address begins with ${visible(redirectOf(address))}\n`);
      if (atTerminal) reader.prompt();
      isAsked = true;
      const [line] = (await once(reader, 'line', { signal })) as [string];
      isAsked = false;
      isAgain = true;
      return line;
    },
    close() {
      isOver = true;
      if (atTerminal && isAsked) writeTo('stderr', '\n');
      reader.close();
      release();
    },
  };
}

/** No address is that long. */
const LONGEST_LINE = 64 * 1024;

/** A device may have no lines at all. */
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
