// oxlint-disable-next-line no-control-regex -- the sequences we colour with.
const PIECE = /\u001B\[[\d;]*m|\s+|[^\s\u001B]+/gu;
const COLOUR = '\u001B[';
const PLAIN = `${COLOUR}0m`;
/** The codes that end a colour or a weight. */
const ENDS = ['0', '22', '23', '24', '27', '29', '39', '49'].map((code) => `${COLOUR}${code}m`);

/** A line cut to this width, between words where that is possible. Colours take no room and go on below. */
export function wrapLine(line: string, width: number): string[] {
  const cut: string[] = [];
  let current = '';
  let room = width;
  let colour = '';
  const newLine = (): void => {
    cut.push(colour === '' ? current : current + PLAIN);
    current = colour;
    room = width;
  };
  for (const [piece] of line.matchAll(PIECE)) {
    if (piece.startsWith(COLOUR)) {
      colour = ENDS.includes(piece) ? '' : colour + piece;
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
