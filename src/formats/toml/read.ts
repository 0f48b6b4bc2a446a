import { parseTOML } from 'toml-eslint-parser';
import type { Span } from '../../model/position.ts';
import { contentStart } from '../layout.ts';
import { buildTree } from './build.ts';
import type { Tree } from './tree.ts';

/** Throws on malformed text. TOML 1.1 is read, though never written. */
export function readTree(text: string): Tree {
  // The parser knows no byte order mark; a blank in its place keeps all offsets right.
  const content = contentStart(text) === 1 ? ` ${text.slice(1)}` : text;
  const tree = buildTree(parseTOML(content, { tomlVersion: '1.1' }), content);
  if (strayCharacter(text)) throw new Error('stray character');
  return tree;
}

/** Characters that no TOML text may hold, but that the parser lets through in places. */
export function strayCharacter(text: string): Span | undefined {
  const found = /\r(?!\n)|\p{Surrogate}/u.exec(text);
  return found ? { start: found.index, end: found.index + 1 } : undefined;
}
