import { charactersOf, widthOf } from '../../tui/width.ts';

// oxlint-disable-next-line no-control-regex -- escape sequences for colors.
const PIECE = /\u001B\[[\d;]*m|\s+|[^\s\u001B]+/gu;
const COLOR = '\u001B[';
const PLAIN = `${COLOR}0m`;
/** The codes that end a color or a weight. */
const ENDS = ['0', '22', '23', '24', '27', '29', '39', '49'].map((code) => `${COLOR}${code}m`);

/** Wraps a line to a width, between words if possible. Colors take no width and continue on the next line. */
export function wrapLine(line: string, width: number): string[] {
  const cut: string[] = [];
  let current = '';
  let room = width;
  let color = '';
  const newLine = (): void => {
    cut.push(color === '' ? current : current + PLAIN);
    current = color;
    room = width;
  };
  for (const [piece] of line.matchAll(PIECE)) {
    if (piece.startsWith(COLOR)) {
      color = ENDS.includes(piece) ? '' : color + piece;
      current += piece;
      continue;
    }
    const wide = widthOf(piece);
    if (wide > room && wide <= width) {
      newLine();
      if (piece.trim() === '') continue;
    }
    for (const part of wide > room ? charactersOf(piece) : [piece]) {
      const columns = widthOf(part);
      if (columns > room && room < width) newLine();
      current += part;
      room -= columns;
    }
  }
  return [...cut, current];
}
