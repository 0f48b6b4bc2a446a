import { isError } from '../model/diagnostics/diagnostic.ts';
import type { Span } from '../model/diagnostics/position.ts';
import { type Path, sameValue, valueAt } from '../model/value.ts';
import type { Document, Edit, Format } from './types.ts';

/** A part of a document that is itself a valid document. */
export interface Excerpt {
  readonly document: Document;
  /** Path of the value in the excerpt. */
  readonly path: Path;
  /** Converts edits to the whole text; undefined when an edit extends beyond the excerpt. */
  toWhole(edits: readonly Edit[]): Edit[] | undefined;
}

/** The part of a document that affects changes to the value at `path`; undefined when it is most of the document. */
export function excerptAt(format: Format, document: Document, path: Path): Excerpt | undefined {
  const around = format.surroundings(document, path);
  if (!around) return undefined;
  const pieces = piecesBetween(document.text, around.cuts);
  const text = pieces.map(({ start, end }) => document.text.slice(start, end)).join('');
  if (text.length * 2 > document.text.length) return undefined;
  const shown = format.parse(text, document);
  const isSame = sameValue(valueAt(shown.value, around.path), valueAt(document.value, path));
  if (!isSame || shown.diagnostics.some(isError)) return undefined;
  return { document: shown, path: around.path, toWhole: (edits) => shifted(edits, pieces) };
}

interface Piece extends Span {
  /** Start offset in the excerpt. */
  readonly at: number;
}

function piecesBetween(text: string, cuts: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let at = 0;
  for (const cut of [...cuts, { start: text.length, end: text.length }]) {
    if (cut.start > start) pieces.push({ start, end: cut.start, at });
    at += Math.max(0, cut.start - start);
    start = cut.end;
  }
  return pieces;
}

function shifted(edits: readonly Edit[], pieces: readonly Piece[]): Edit[] | undefined {
  const moved: Edit[] = [];
  for (const edit of edits) {
    const end = edit.offset + edit.length;
    // At the boundary of two pieces, an insertion may belong to either.
    const within = pieces.filter(({ start, end: stop, at }) => edit.offset >= at && end <= at + stop - start);
    const [piece] = within;
    if (!piece || within.length > 1) return undefined;
    moved.push({ ...edit, offset: edit.offset - piece.at + piece.start });
  }
  return moved;
}
