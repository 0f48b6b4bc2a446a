import { updateSettings } from '@clack/prompts';
import type { Answer } from './answer.ts';
import { askOne, askSeveral, type Choice } from './ask-list.ts';
import { askSecret, askText, type TextQuestion } from './ask-text.ts';
import { LEAVE } from './keyboard.ts';
import { PastedLines } from './pasted-lines.ts';
import { withBar, type Terminal } from './seat.ts';
import { wrapLine } from './wrap-line.ts';

export interface ChoiceQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
}

interface SeveralQuestion<T> extends ChoiceQuestion<T> {
  readonly initial: readonly T[];
  /** Otherwise at least one choice is required. */
  readonly mayBeNone?: boolean;
}

/** The prompts of a wizard. */
export interface Questions {
  text(question: TextQuestion): Promise<Answer<string>>;
  /** Like `text`, but accepts several pasted lines. */
  lines(question: TextQuestion): Promise<Answer<string>>;
  /** Not echoed. */
  secret(message: string): Promise<Answer<string>>;
  choose<T>(question: ChoiceQuestion<T> & { readonly initial?: T | undefined }): Promise<Answer<T>>;
  chooseSeveral<T>(question: SeveralQuestion<T>): Promise<Answer<T[]>>;
  /** Marks the current row. The returned function erases everything drawn since. */
  mark(): () => void;
  /** Prints text between questions. */
  say(...lines: readonly string[]): void;
}

/** Prompts on a terminal. */
export function questionsAt(terminal: Terminal): Questions {
  updateSettings({ aliases: { [LEAVE]: 'cancel' } });
  return {
    text: (question) => askText(terminal, question),
    lines: (question) => askText(terminal, question, new PastedLines()),
    secret: (message) => askSecret(terminal, message),
    choose: ({ message, choices, initial }) => askOne(terminal, message, choices, initial),
    chooseSeveral: ({ message, choices, initial, mayBeNone }) =>
      askSeveral(terminal, message, choices, initial, mayBeNone),
    mark() {
      const { row } = terminal.screen;
      return () => terminal.screen.rewind(row);
    },
    say(...lines) {
      const cut = lines
        .flatMap((line) => line.split('\n'))
        .flatMap((line) => wrapLine(line, terminal.screen.columns - 4));
      terminal.screen.write(['', ...cut].map((line) => `${withBar(terminal, line)}\n`).join(''));
    },
  };
}
