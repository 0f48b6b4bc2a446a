import { updateSettings } from '@clack/prompts';
import type { Answer } from './answer.ts';
import { askOne, askSeveral, type Choice } from './ask-list.ts';
import { askSecret, askText, type TextQuestion } from './ask-text.ts';
import { LEAVE } from './keyboard.ts';
import { PastedLines } from './pasted-lines.ts';
import { beside, type Seat } from './seat.ts';
import { wrapLine } from './wrap-line.ts';

export interface ChoiceQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
}

interface SeveralQuestion<T> extends ChoiceQuestion<T> {
  readonly initial: readonly T[];
  /** At least one otherwise. */
  readonly mayBeNone?: boolean;
}

/** Everything that a wizard can ask. */
export interface Questions {
  text(question: TextQuestion): Promise<Answer<string>>;
  /** Like `text`, for something that may have many lines. */
  lines(question: TextQuestion): Promise<Answer<string>>;
  /** Not shown while it is typed. */
  secret(message: string): Promise<Answer<string>>;
  choose<T>(question: ChoiceQuestion<T> & { readonly initial?: T | undefined }): Promise<Answer<T>>;
  chooseSeveral<T>(question: SeveralQuestion<T>): Promise<Answer<T[]>>;
  /** Remembers the place. What is returned wipes out everything that was drawn since. */
  mark(): () => void;
  /** Words between questions. */
  say(...lines: readonly string[]): void;
}

/** Questions at a terminal. */
export function questionsAt(seat: Seat): Questions {
  updateSettings({ aliases: { [LEAVE]: 'cancel' } });
  return {
    text: (question) => askText(seat, question),
    lines: (question) => askText(seat, question, new PastedLines()),
    secret: (message) => askSecret(seat, message),
    choose: ({ message, choices, initial }) => askOne(seat, message, choices, initial),
    chooseSeveral: ({ message, choices, initial, mayBeNone }) => askSeveral(seat, message, choices, initial, mayBeNone),
    mark() {
      const { row } = seat.screen;
      return () => seat.screen.rewind(row);
    },
    say(...lines) {
      const cut = lines.flatMap((line) => line.split('\n')).flatMap((line) => wrapLine(line, seat.screen.columns - 4));
      seat.screen.write(['', ...cut].map((line) => `${beside(seat, line)}\n`).join(''));
    },
  };
}
