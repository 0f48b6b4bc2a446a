import { visible } from '../../model/visible.ts';
import { writeTo } from './standard-streams.ts';
import { toAscii } from './terminal.ts';

/** Text for a terminal: each item is one line. A line break within an item is part of a value, not of the layout. */
export type Lines = string | readonly string[];

interface Signs {
  readonly color: boolean;
  readonly ascii: boolean;
}

/** Writes lines; all text that the program composes for a terminal passes here. */
export function writeLines(stream: 'stdout' | 'stderr', lines: Lines, { color, ascii }: Signs): void {
  const text = (typeof lines === 'string' ? [lines] : lines).map((line) => `${safeLine(line, color)}\n`).join('');
  writeTo(stream, ascii ? toAscii(text) : text);
}

/**
 * One line that neither a terminal nor a CI runner interprets, except for our own colors. The length stays the same, so
 * that columns stay aligned.
 */
export function safeLine(line: string, hasColor: boolean): string {
  const parts = hasColor ? line.split(OWN_COLOR) : [line];
  const safe = parts.map((part, index) => (index % 2 === 1 ? part : shown(part)));
  return safe.join('').replace(COMMAND, '$1\ufffd').replaceAll(COMMAND_ANYWHERE, '#\ufffd');
}

/** Tabs align, and mean nothing else. */
function shown(text: string): string {
  return text.split('\t').map(visible).join('\t');
}

/** The lines of a text from elsewhere after a head. Its further lines are marked, so that none looks like ours. */
export function withHead(head: string, text: string, indent = '  '): string[] {
  const [first = '', ...more] = text.split(/\r?\n/).map((line) => shown(line).trimEnd());
  return [head + first, ...more.map((line) => `${indent}| ${line}`)];
}

/** The codes that `Output.style` uses: bold, dim, and the colors of text. */
// oxlint-disable-next-line no-control-regex -- colors start with it.
const OWN_COLOR = /(\u001b\[(?:[012]|22|3[1-69]|90)m)/;
/** `::add-mask::` at the start of a line of a GitHub job, which ignores blanks before it. */
// oxlint-disable-next-line no-control-regex
const COMMAND = /^((?:\s|\u001b\[\d+m)*):(?=:)/;
/** `##[command]` of GitHub, `##vso[` of Azure and `##teamcity[` count anywhere in a line. */
const COMMAND_ANYWHERE = /##(?=\w*\[)/g;
