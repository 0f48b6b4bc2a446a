import { visible } from '../../model/visible.ts';

/** The lines of a text of a server with tabs kept and control characters made visible. */
export function textLines(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'));
}

/** The first non-empty line, with hidden characters made visible. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]/).find((one) => one.trim() !== '') ?? '';
  return visible(line.trim().replaceAll(/\s+/g, ' '));
}
