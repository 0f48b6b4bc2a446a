import { ParseError } from 'toml-eslint-parser';
import { TOO_DEEP_WORDS } from '../../model/depth.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { positionAt, rangeOf, type Span } from '../../model/position.ts';
import { findDuplicates, isDuplicate } from './duplicates.ts';
import { strayCharacter } from './read.ts';

/** What is wrong and what to do about it, by the words of the parser. */
const problems = new Map<string, { problem: string; hint?: string }>([
  ['Unterminated string constant', { problem: 'a text is not closed', hint: 'end it with the quote it starts with' }],
  ['Unterminated table-key', { problem: 'a table header is not closed', hint: 'end it with "]"' }],
  ['Unterminated array', { problem: 'a list is not closed', hint: 'end it with "]"' }],
  ['Unterminated inline table', { problem: 'an inline table is not closed', hint: 'end it with "}"' }],
  ['Empty bare keys are not allowed', { problem: 'a key is missing' }],
  ['Must be a newline', { problem: 'something unexpected stands behind the value', hint: 'start a new line' }],
  ['Expected equal (=) token', { problem: 'expected "=" behind the key' }],
  ['Unspecified values are invalid', { problem: 'a value is missing' }],
  ['Expected comma (,) token', { problem: 'expected a comma between two items' }],
  ['Defining a key multiple times is invalid', { problem: 'a key is defined twice', hint: 'keep one definition' }],
  ['Unexpected character', { problem: 'unexpected character', hint: 'put texts in quotes' }],
  ['Unexpected token', { problem: 'this does not belong here' }],
  ['Control characters (codes < 0x1f and 0x7f) are not allowed', { problem: 'a control character stands in the text' }],
  ['Leading zeros are not allowed', { problem: 'a number starts with 0', hint: 'remove the 0, or put it in quotes' }],
  [
    'Invalid character in escape sequence',
    { problem: 'unknown escape sequence', hint: 'write \\\\ for a backslash, or use single quotes' },
  ],
]);

/** Findings about a text that could not be read. */
export function diagnose(text: string, error: unknown): Diagnostic[] {
  const stray = strayCharacter(text);
  if (stray && !(error instanceof ParseError && error.index < stray.start)) {
    const isReturn = text[stray.start] === '\r';
    return [syntax(text, stray, isReturn ? 'a carriage return without a line feed' : 'half of a Unicode character')];
  }
  if (error instanceof ParseError) {
    const duplicates = isDuplicate(error) ? findDuplicates(text, error) : [];
    if (duplicates.length > 0) return duplicates.map((one) => duplicateKey(text, one));
    const { problem, hint } = problems.get(error.message) ?? { problem: lowerFirst(error.message) };
    return [syntax(text, characterAt(text, error.index), problem, hint)];
  }
  // The parser recurses, so a text that is far too deep ends in an exhausted stack.
  const problem = error instanceof RangeError ? TOO_DEEP_WORDS : 'definitions contradict each other';
  return [syntax(text, { start: 0, end: text.length }, problem)];
}

function duplicateKey(text: string, found: ReturnType<typeof findDuplicates>[number]): Diagnostic {
  const { key, path, span, first } = found;
  const { line: firstLine } = positionAt(text, first);
  return diagnostic('duplicate-key', { key, firstLine }, { range: rangeOf(text, span), path });
}

function syntax(text: string, span: Span, problem: string, hint?: string): Diagnostic {
  const args = { format: 'TOML', problem, ...(hint !== undefined && { hint }) };
  return diagnostic('syntax', args, { range: rangeOf(text, span) });
}

function characterAt(text: string, index: number): Span {
  const start = Math.min(index, text.length);
  const character = text.codePointAt(start);
  return { start, end: start + (character === undefined ? 0 : String.fromCodePoint(character).length) };
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
