import { confirm as askYesOrNo, isCancel, password, select, selectKey, text } from '@clack/prompts';
import { safeLine } from '../output/terminal-lines.ts';
import { Interrupted } from '../program/interrupted.ts';
import { Keyboard } from '../wizard/terminal/keyboard.ts';
import { takeKeys } from './keys.ts';

interface Answers {
  readonly active: string;
  readonly inactive: string;
  readonly initialValue: boolean;
}

/** Asks at the terminal. Prompts go to stderr, since stdout is for results. */
export async function confirm(message: string, answers: Partial<Answers> = {}): Promise<boolean> {
  return asking<boolean>((streams) => askYesOrNo({ message: shown(message), ...answers, ...streams }));
}

/** Asks for a secret, which is not shown. */
export async function askHidden(message: string): Promise<string> {
  return asking<string>((streams) => password({ message: shown(message), ...streams }));
}

/** Asks for a text. */
export async function askText(message: string, placeholder?: string): Promise<string> {
  const hint = placeholder === undefined ? {} : { placeholder: shown(placeholder) };
  return asking<string>((streams) => text({ message: shown(message), ...hint, ...streams }));
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

/** Asks for one of several choices. */
export async function choose(message: string, options: readonly Choice[]): Promise<string> {
  return asking<string>((streams) =>
    select({ message: shown(message), options: options.map(shownChoice), ...streams }),
  );
}

/** Asks for one of several choices, each taken by pressing its key. */
export async function chooseByKey(
  message: string,
  options: readonly { readonly value: string; readonly label: string }[],
): Promise<string> {
  return asking<string>((streams) =>
    selectKey({ message: shown(message), options: options.map(shownChoice), ...streams }),
  );
}

/** Names in a question may come from a file or a server. */
function shown(text: string): string {
  return safeLine(text, true);
}

function shownChoice<T extends { readonly label: string; readonly hint?: string }>(choice: T): T {
  return { ...choice, label: shown(choice.label), ...(choice.hint !== undefined && { hint: shown(choice.hint) }) };
}

interface Streams {
  readonly input: Keyboard['keys'];
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

async function asking<T>(show: (streams: Streams) => Promise<T | symbol>): Promise<T> {
  const { stdin, gone, release } = takeKeys();
  // Handles Ctrl+D, which would otherwise end the prompt, and the program, without an answer.
  const keyboard = new Keyboard(stdin);
  keyboard.focus({ movesLeft: () => true });
  try {
    const answer = await show({ input: keyboard.keys, output: process.stderr, signal: gone });
    if (isCancel(answer)) throw new Interrupted();
    return answer as T;
  } finally {
    keyboard.close();
    release();
  }
}
