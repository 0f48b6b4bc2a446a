import { visible } from '../../model/visible.ts';

/** A text of a server with its lines and tabs, and nothing in it that a terminal would obey. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');
}

/** The first line that says something, without what nobody sees in it. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]/).find((one) => one.trim() !== '') ?? '';
  return visible(line.trim().replaceAll(/\s+/g, ' '));
}
