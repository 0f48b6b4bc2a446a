import { password, text } from '@clack/prompts';
import type { Answer } from './answer.ts';
import { onOneLine, type PastedLines } from './pasted-lines.ts';
import { beside, open, type Seat, streamsOf } from './seat.ts';
import { followTyping } from './typing.ts';
import { validation } from './validation.ts';
import { wrapLine } from './wrap-line.ts';

export interface TextQuestion {
  readonly message: string;
  readonly example?: string;
  readonly initial?: string | undefined;
  /** What is wrong with a text, said while it is typed. */
  check?(text: string): string | undefined;
  /** What is wrong with a finished text, where finding out takes longer. */
  checkAll?(text: string): Promise<string | undefined>;
}

/** Asks for a text on one line; `pasted` keeps those with many lines. */
export async function askText(seat: Seat, question: TextQuestion, pasted?: PastedLines): Promise<Answer<string>> {
  const { message, example, initial = '', check } = question;
  const typing = followTyping(seat.keyboard.keys, initial);
  const whole = (field = ''): string => (pasted ? pasted.whole(field) : field).trim();
  const { validate, wasRefused, fail } = validation(question);
  // Without colours an example in the field would look like an answer.
  const inField = seat.colour && example !== undefined;
  const asked = example === undefined || inField ? message : withLine(seat, message, `Such as: ${example}`);
  const options = {
    ...streamsOf(seat),
    get message() {
      const text = whole(typing.text());
      const flaw = text === '' || wasRefused(text) ? undefined : check?.(text);
      return flaw === undefined ? asked : withLine(seat, asked, seat.output.style('yellow', flaw));
    },
    ...(inField ? { placeholder: example } : {}),
    initialValue: initial,
    validate: (field: string | undefined) => validate(whole(field)),
  };
  const focus = {
    leftLeadsBack: () => typing.text() === '',
    typed: (text: string) => pasted?.typed(text) ?? onOneLine(text),
    takesLines: pasted !== undefined,
  };
  try {
    const answer = await open<string>(seat, focus, () => text(options));
    fail();
    return typeof answer === 'string' ? whole(answer) : answer;
  } finally {
    typing.stop();
  }
}

/** The question with a second line below it. */
function withLine(seat: Seat, message: string, line: string): string {
  return [message, ...wrapLine(line, seat.screen.columns - 4).map((part) => beside(seat, part))].join('\n');
}

/** Asks for a text that nobody may see. */
export async function askSecret(seat: Seat, message: string): Promise<Answer<string>> {
  const typing = followTyping(seat.keyboard.keys, '');
  const focus = { leftLeadsBack: () => typing.text() === '', typed: onOneLine };
  try {
    return await open<string>(seat, focus, () => password({ ...streamsOf(seat), message }));
  } finally {
    typing.stop();
  }
}
