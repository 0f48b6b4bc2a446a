import { isCancel, S_BAR } from '@clack/prompts';
import type { Output } from '../../output/output.ts';
import { type Answer, BACK, STOP } from './answer.ts';
import type { Focus, Keyboard } from './keyboard.ts';
import type { Screen } from './screen.ts';

/** The keyboard and screen of the user. */
export interface Terminal {
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly output: Output;
  readonly color: boolean;
}

/** Shows one question and returns the answer, `BACK` or `STOP`. */
export async function open<T>(
  { keyboard }: Terminal,
  focus: Focus,
  show: () => Promise<T | symbol>,
): Promise<Answer<T>> {
  if (keyboard.interrupted) return STOP;
  keyboard.focus(focus);
  try {
    const answer = await show();
    if (keyboard.interrupted) return STOP;
    return isCancel(answer) ? BACK : (answer as T);
  } finally {
    keyboard.focus(undefined);
  }
}

/** A line of text after the vertical bar that connects all questions. */
export function withBar({ output }: Terminal, line: string): string {
  const bar = output.style('gray', S_BAR);
  return line === '' ? bar : `${bar}  ${line}`;
}

export function streamsOf({ keyboard, screen }: Terminal): { input: Keyboard['keys']; output: Screen } {
  return { input: keyboard.keys, output: screen };
}
