import { isCancel, S_BAR } from '@clack/prompts';
import type { Output } from '../../output.ts';
import { type Answer, BACK, STOP } from './answer.ts';
import type { Focus, Keyboard } from './keyboard.ts';
import type { Screen } from './screen.ts';

/** Where a person sits: the keys they press and the screen they look at. */
export interface Seat {
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly output: Output;
  readonly colour: boolean;
}

/** Shows one question and tells an answer from going back and from stopping. */
export async function open<T>({ keyboard }: Seat, focus: Focus, show: () => Promise<T | symbol>): Promise<Answer<T>> {
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

/** A line of text beside the bar that all questions hang on. */
export function beside({ output }: Seat, line: string): string {
  const bar = output.style('gray', S_BAR);
  return line === '' ? bar : `${bar}  ${line}`;
}

export function streamsOf({ keyboard, screen }: Seat): { input: Keyboard['keys']; output: Screen } {
  return { input: keyboard.keys, output: screen };
}
