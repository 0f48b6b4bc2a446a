import { expect, it } from 'vitest';
import { textPieces } from '../../../web/src/pages/tools/text-pieces.ts';

it('a text is cut at line ends, else anywhere but in a character, and loses nothing', () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');
  expect(textPieces(lines).join('')).toBe(lines);
  expect(
    textPieces(lines)
      .slice(0, -1)
      .every((piece) => piece.endsWith('\n') && piece.length <= 10_000),
  ).toBe(true);
  const faces = `a${'😀'.repeat(20_000)}`;
  expect(textPieces(faces).join('')).toBe(faces);
  expect(textPieces(faces).every((piece) => piece.isWellFormed())).toBe(true);
  expect(textPieces('')).toEqual([]);
});
