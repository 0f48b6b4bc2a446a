/**
 * A pack is several pieces in one file, because opening a file takes as long as reading a good part of it. Its header says
 * where each piece is.
 *
 * @typedef {object} PackHeader
 * @property {string} build Identifies the build of the program.
 * @property {number} [made] Modification time of the file in milliseconds.
 * @property {readonly (readonly [name: string, start: number, end: number])[]} contents
 */

/** The header is JSON, padded with spaces to this many bytes, so that one read gets all of it. */
export const HEADER_BYTES = 16_384;

/**
 * @param {Omit<PackHeader, 'contents'>} header
 * @param {Iterable<readonly [name: string, piece: Buffer]>} pieces
 */
export function pack(header, pieces) {
  const all = [...pieces];
  let end = HEADER_BYTES;
  const contents = all.map(([name, piece]) => [name, end, (end += piece.length)]);
  const text = Buffer.alloc(HEADER_BYTES, ' ');
  if (text.write(JSON.stringify({ ...header, contents })) === HEADER_BYTES) {
    throw new Error('The header of the pack is too long.');
  }
  return Buffer.concat([text, ...all.map(([, piece]) => piece)]);
}
