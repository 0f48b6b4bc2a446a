import type { Answer } from '../../runtime/connect/session/questions.ts';
import { takeKeys } from '../input/keys.ts';
import type { CommandContext } from '../program/command-context.ts';
import type { Questions } from '../wizard/questions.ts';
import { Keyboard } from '../wizard/terminal/keyboard.ts';
import { questionsAt } from '../wizard/terminal/questions-at.ts';
import { Screen } from '../wizard/terminal/screen.ts';
import type { ElicitationRequest } from './elicitation-request.ts';
import { fillForm } from './fill-form.ts';
import { visitAddress } from './visit-address.ts';

/** Prompts the user for a server request. Ctrl+C ends the command as usual. */
export async function askAtTerminal(asked: ElicitationRequest, context: CommandContext): Promise<Answer> {
  const { output } = context;
  const screen = new Screen(process.stderr, output);
  const keys = takeKeys();
  const keyboard = new Keyboard(keys.stdin);
  const stop = (): void => keyboard.stop();
  asked.signal?.addEventListener('abort', stop, { once: true });
  try {
    const questions = questionsAt({ keyboard, screen, output });
    const answer = await answerWith(questions, asked, context);
    if (keyboard.interrupted && asked.signal?.aborted !== true) process.emit('SIGINT', 'SIGINT');
    return answer;
  } finally {
    asked.signal?.removeEventListener('abort', stop);
    keyboard.close();
    keys.release();
    screen.release();
  }
}

async function answerWith(questions: Questions, asked: ElicitationRequest, context: CommandContext): Promise<Answer> {
  return asked.question['mode'] === 'url'
    ? visitAddress(questions, asked, context.host)
    : fillForm(questions, asked, context.output);
}
