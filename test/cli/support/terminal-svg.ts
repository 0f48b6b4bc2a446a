const colors: Readonly<Record<number, string>> = {
  31: '#f7768e',
  32: '#9ece6a',
  33: '#e0af68',
  34: '#7aa2f7',
  35: '#bb9af7',
  36: '#7dcfff',
  90: '#6b7394',
};

interface Piece {
  readonly text: string;
  readonly style: string;
}

/** A picture of what a terminal shows, from its text with colors. */
export function terminalSvg(screen: string, columns: number, title: string): string {
  const lines = screen.trimEnd().split('\n');
  const [width, height] = [columns * 8.4 + 32, lines.length * 20 + 32];
  const rows = lines.map((line, index) => {
    const spans = piecesOf(line).map(({ text, style }) =>
      style === '' ? escaped(text) : `<tspan style="${style}">${escaped(text)}</tspan>`,
    );
    return `<text x="16" y="${30 + index * 20}" xml:space="preserve">${spans.join('')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="#1a1b26"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#c0caf5">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let codes: readonly number[] = [];
  // oxlint-disable-next-line no-control-regex -- the sequences a terminal is colored with.
  for (const part of line.split(/(\u001B\[[\d;]*m)/)) {
    // oxlint-disable-next-line no-control-regex -- as above.
    const found = /^\u001B\[([\d;]*)m$/.exec(part);
    if (found) codes = after(codes, (found[1] ?? '').split(';').map(Number));
    else if (part !== '') pieces.push({ text: part, style: styleOf(codes) });
  }
  return pieces;
}

function after(before: readonly number[], codes: readonly number[]): readonly number[] {
  let now = before;
  for (const code of codes) {
    if (code === 0) now = [];
    else if (code === 22) now = now.filter((one) => one !== 1 && one !== 2);
    else if (code === 39) now = now.filter((one) => !(one in colors));
    else now = [...now, code];
  }
  return now;
}

function styleOf(codes: readonly number[]): string {
  const color = codes.findLast((code) => code in colors);
  return [
    color === undefined ? '' : `fill:${colors[color]}`,
    codes.includes(1) ? 'font-weight:bold' : '',
    codes.includes(2) ? 'opacity:0.65' : '',
  ]
    .filter((one) => one !== '')
    .join(';');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
