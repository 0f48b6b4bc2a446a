import { isCancel } from '@clack/prompts';
import type { Output } from '../../output/output.ts';
import { type Answer, BACK, STOP } from '../questions.ts';
import type { Focus, Keyboard } from './keyboard.ts';
import type { Screen } from './screen.ts';

/** The keyboard and screen of the user. */
export interface Terminal {
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly output: Output;
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

export function streamsOf({ keyboard, screen }: Terminal): { input: Keyboard['keys']; output: Screen } {
  return { input: keyboard.keys, output: screen };
}
