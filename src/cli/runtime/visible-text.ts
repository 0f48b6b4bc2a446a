import { visible } from '../../model/visible.ts';

/** A text of a server with line breaks and tabs kept and control characters made visible. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');
}

/** The first non-empty line, with hidden characters made visible. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]/).find((one) => one.trim() !== '') ?? '';
  return visible(line.trim().replaceAll(/\s+/g, ' '));
}
