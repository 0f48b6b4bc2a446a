import { escapeHidden } from '../../../../../src/model/visible.ts';
import { box, type MapLayout, type MapNode } from './map-layout.ts';

/** Colors of the exported image, independent of the theme. */
const colors = { ground: '#ffffff', box: '#eef1f6', line: '#7b8798', text: '#16202c', note: '#4a5668' } as const;
const edgeColors = { same: '#0b6238', differs: '#7a4700', off: '#7b8798', 'only-here': '#0b57a4' } as const;

export const dashes: Readonly<Record<string, string>> = {
  same: 'none',
  differs: '10 5',
  off: '2 5',
  'only-here': '14 4 2 4',
  ignored: '2 8',
};

/** The picture as an SVG file. */
export function mapAsSvg({ width, height, servers, clients, edges }: MapLayout): string {
  const lines = edges.map(({ word, path, server, client }) => {
    const color = word in edgeColors ? edgeColors[word as keyof typeof edgeColors] : colors.line;
    const title = `<title>${escaped(`${server} in ${client}: ${word}`)}</title>`;
    return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dashes[word] ?? 'none'}">${title}</path>`;
  });
  const boxes = [...servers.map((node) => boxOf(node, 20)), ...clients.map((node) => boxOf(node, box.right))];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">`,
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    ...lines,
    ...boxes,
    '</svg>',
  ].join('\n');
}

function boxOf({ title, note, y }: MapNode, x: number): string {
  const { width, height } = box;
  return (
    `<rect x="${x}" y="${y - height / 2}" width="${width}" height="${height}" rx="6" fill="${colors.box}" stroke="${colors.line}"/>` +
    `<text x="${x + 10}" y="${y + 5}" font-size="14" fill="${colors.text}">${escaped(short(title, note))}</text>` +
    `<text x="${x + width - 10}" y="${y + 5}" font-size="11" text-anchor="end" fill="${colors.note}">${escaped(note)}</text>`
  );
}

/** The title as far as it fits into its box next to the note; wide letters count in full. */
export function short(title: string, note = ''): string {
  const letters = Array.from(escapeHidden(title));
  const room = Math.floor((box.width - 24 - note.length * 6.5) / 8.6);
  return letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : letters.join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The maximum canvas height of browsers. */
const HIGHEST = 16_000;

/** The picture as PNG, at double resolution if the browser can render it. */
export async function mapAsPng(layout: MapLayout): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([mapAsSvg(layout)], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    const scale = Math.min(2, HIGHEST / layout.height);
    [canvas.width, canvas.height] = [Math.round(layout.width * scale), Math.round(layout.height * scale)];
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not render the image.'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
