import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { password, text } from '@clack/prompts';
import type { Answer } from './answer.ts';
import { onOneLine, type PastedLines } from './pasted-lines.ts';
import { withBar, open, type Terminal, streamsOf } from './seat.ts';
import { validation } from './validation.ts';
import { wrapLine } from './wrap-line.ts';

export interface TextQuestion {
  readonly message: string;
  readonly example?: string;
  readonly initial?: string | undefined;
  /** Returns the problem of a text, shown while typing. */
  check?(text: string): string | undefined;
  /** Returns the problem of a submitted text, for slower checks. */
  checkAll?(text: string): Promise<string | undefined>;
}

/** Prompts for one line of text; `pasted` holds pasted texts with several lines. */
export async function askText(
  terminal: Terminal,
  question: TextQuestion,
  pasted?: PastedLines,
): Promise<Answer<string>> {
  const { message, example, initial = '', check } = question;
  const typing = followTyping(terminal.keyboard.keys, initial);
  const whole = (field = ''): string => (pasted ? pasted.whole(field) : field).trim();
  const { validate, wasRefused, fail } = validation(question);
  // Without colors a placeholder would look like an answer.
  const inField = terminal.color && example !== undefined;
  const asked = example === undefined || inField ? message : withLine(terminal, message, `Such as: ${example}`);
  const options = {
    ...streamsOf(terminal),
    get message() {
      const text = whole(typing.text());
      const flaw = text === '' || wasRefused(text) ? undefined : check?.(text);
      return flaw === undefined ? asked : withLine(terminal, asked, terminal.output.style('yellow', flaw));
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
    const answer = await open<string>(terminal, focus, () => text(options));
    fail();
    return typeof answer === 'string' ? whole(answer) : answer;
  } finally {
    typing.stop();
  }
}

/** The question with a second line below it. */
function withLine(terminal: Terminal, message: string, line: string): string {
  return [message, ...wrapLine(line, terminal.screen.columns - 4).map((part) => withBar(terminal, part))].join('\n');
}

/** Prompts for a hidden text. */
export async function askSecret(terminal: Terminal, message: string): Promise<Answer<string>> {
  const typing = followTyping(terminal.keyboard.keys, '');
  const focus = { leftLeadsBack: () => typing.text() === '', typed: onOneLine };
  try {
    return await open<string>(terminal, focus, () => password({ ...streamsOf(terminal), message }));
  } finally {
    typing.stop();
  }
}

/** Milliseconds that prompts wait for the rest of an escape sequence. */
const ESCAPE_TIMEOUT = 50;

interface Typing {
  text(): string;
  stop(): void;
}

/** Tracks the text of a prompt while it is typed, because the prompt library reports it only at the end. */
function followTyping(keys: Readable, initial: string): Typing {
  const line = createInterface({ input: keys, terminal: true, escapeCodeTimeout: ESCAPE_TIMEOUT });
  // A prompt that rejects its answer keeps the text.
  line.on('line', (text) => line.write(text));
  line.write(initial);
  return { text: () => line.line, stop: () => line.close() };
}
