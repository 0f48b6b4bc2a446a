import { PasswordPrompt, TextPrompt, wrapTextWithPrefix } from '@clack/core';
import { S_BAR, S_BAR_END, symbol } from '@clack/prompts';
import type { Answer, TextQuestion } from '../questions.ts';
import { open, streamsOf, type Terminal } from './open.ts';
import { onOneLine, type PastedLines } from './pasted-lines.ts';

/** Prompts for one line of text; `pasted` holds pasted texts with several lines. */
export async function askText(
  terminal: Terminal,
  { message, example, initial = '', check, checkAll }: TextQuestion,
  pasted?: PastedLines,
): Promise<Answer<string>> {
  const whole = (field = ''): string => (pasted?.whole(field) ?? field).trim();
  const such = example === undefined ? '' : terminal.output.style('dim', `Such as: ${example}`);
  let failure: Error | undefined;
  const prompt = new TextPrompt({
    ...streamsOf(terminal),
    initialValue: initial,
    validate: (field) =>
      check?.(whole(field)) ??
      // The library would not return the error to its caller.
      checkAll?.(whole(field)).catch((error: Error) => void (failure = error)),
    render() {
      const text = whole(this.userInput);
      return drawn(terminal, this, message, text === '' ? such : terminal.output.style('yellow', check?.(text) ?? ''));
    },
  });
  const focus = {
    movesLeft: () => prompt.userInput !== '',
    typed: (text: string) => pasted?.typed(text) ?? onOneLine(text),
    takesLines: pasted !== undefined,
  };
  const answer = await open<string | undefined>(terminal, focus, () => prompt.prompt());
  if (failure) throw failure;
  return typeof answer === 'symbol' ? answer : whole(answer);
}

/** Prompts for a hidden text. */
export async function askSecret(terminal: Terminal, message: string): Promise<Answer<string>> {
  const prompt = new PasswordPrompt({
    ...streamsOf(terminal),
    mask: '▪',
    render() {
      return drawn(terminal, this, message, '');
    },
  });
  const focus = { movesLeft: () => prompt.userInput !== '', typed: onOneLine };
  const answer = await open<string | undefined>(terminal, focus, () => prompt.prompt());
  return answer ?? '';
}

type Field = Pick<TextPrompt | PasswordPrompt, 'state' | 'error' | 'userInputWithCursor'>;

/** The question, its field, and below it a note or the problem of a submitted text. */
function drawn({ screen, output }: Terminal, field: Field, message: string, note: string): string {
  const { state, error } = field;
  const isOpen = state !== 'submit' && state !== 'cancel';
  const bar = (sign: string): string => output.style(isOpen ? 'cyan' : 'gray', sign);
  const wrapped = (text: string, first: string, rest: string): string =>
    wrapTextWithPrefix(screen, text, `${rest}  `, `${first}  `);
  return [
    output.style('gray', S_BAR),
    wrapped(message, symbol(state), bar(S_BAR)),
    wrapped(state === 'cancel' ? '' : field.userInputWithCursor, bar(S_BAR), bar(S_BAR)),
    ...(isOpen ? [wrapped(state === 'error' ? output.style('yellow', error) : note, bar(S_BAR_END), ' ')] : []),
  ].join('\n');
}
