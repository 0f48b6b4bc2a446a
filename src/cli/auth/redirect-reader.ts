import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { visible } from '../../model/visible.ts';
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
  const reader = createInterface({
    input: process.stdin,
    terminal: atTerminal,
    prompt: QUESTION,
    historySize: 0,
    ...(atTerminal && { output: process.stderr }),
  });
  // The terminal gives the keys as they are, so nobody else notices this one.
  reader.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
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
      if (atTerminal && isAsked) writeTo('stderr', '\n');
      reader.close();
      process.stdin.unref();
    },
  };
}

function redirectOf(address: string): string {
  return new URL(address).searchParams.get('redirect_uri') ?? 'another one';
}
