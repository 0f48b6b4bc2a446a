import { charactersOf, widthOf } from './width.ts';

/** Wraps a text to a width, between words if possible. Later lines are indented like the first. */
export function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const [blanks = ''] = /^ */.exec(text) ?? [];
  const indent = blanks.length < width / 2 ? blanks : '';
  const lines: string[] = [];
  let line = indent;
  for (const word of text.slice(blanks.length).split(/(?<= )(?=[^ ])/)) {
    if (widthOf((line + word).trimEnd()) <= width) {
      line += word;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    const pieces = splitWord(word, width - indent.length).map((piece) => indent + piece);
    line = pieces.pop() ?? indent;
    lines.push(...pieces);
  }
  return [...lines, line.trimEnd()];
}

/** Splits a word into pieces of at most a width. */
function splitWord(word: string, width: number): string[] {
  if (widthOf(word.trimEnd()) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let room = width;
  for (const character of charactersOf(word)) {
    const taken = widthOf(character);
    if (taken > room && piece !== '') {
      pieces.push(piece);
      piece = '';
      room = width;
    }
    piece += character;
    room -= taken;
  }
  return [...pieces, piece];
}
