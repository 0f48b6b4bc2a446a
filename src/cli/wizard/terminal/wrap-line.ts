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
    let rest = Array.from(piece);
    if (rest.length > room && rest.length <= width) {
      newLine();
      if (piece.trim() === '') continue;
    }
    while (rest.length > room) {
      current += rest.slice(0, room).join('');
      rest = rest.slice(room);
      newLine();
    }
    current += rest.join('');
    room -= rest.length;
  }
  return [...cut, current];
}
