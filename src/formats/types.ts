import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Span } from '../model/diagnostics/position.ts';
import type { Path, Value } from '../model/value.ts';

export type FormatId = 'json' | 'jsonc' | 'toml' | 'yaml';

/**
 * Replaces `length` characters at `offset` with `text`. Lists of edits are sorted, do not overlap, and refer to one
 * text.
 */
export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** The position of an entry in the text. A TOML table that only its children imply has no text of its own. */
export interface Location {
  readonly key?: Span;
  readonly value: Span;
}

export interface Document {
  readonly text: string;
  /** Undefined when the text has no value: empty, or only blanks and comments. */
  readonly value: Value | undefined;
  /** An issue of severity `error` means that this text must not be edited. */
  readonly diagnostics: readonly Diagnostic[];
  locate(path: Path): Location | undefined;
}

/** A value to add to a map under a key, or to a list at an index. */
export interface Addition {
  readonly step: string | number;
  readonly value: Value;
}

/** The parts of a text that an edit at some path does not depend on. */
export interface Surroundings {
  /** Sorted and disjoint. The text without them is also a valid document. */
  readonly cuts: readonly Span[];
  /** The path in that document. */
  readonly path: Path;
}

/**
 * What each format implements: parsing a text, and making one small change to it. The format-independent part (missing
 * containers, differences between two values, verification) is beside `revision.ts`; these functions are called only
 * with the documented preconditions and on documents without errors. A change reads only the text around its position,
 * so its cost does not depend on the document's length.
 */
export interface Format {
  readonly id: FormatId;
  /** Tables exist only while they have children, so removing the last child may remove the parents too. */
  readonly tablesAreImplied: boolean;
  /** Text added to the document uses the style of `like`, which it is an excerpt of. */
  parse(text: string, like?: Document): Document;
  /** The value as this format reads it back (a date becomes a string in JSON); throws `value-inexpressible`. */
  express(value: Value, path: Path): Value;
  /** Sets the value at `path`, which exists. The empty path is the whole document. */
  replace(document: Document, path: Path, value: Value): Edit[];
  /** Fills a document that has no value. */
  fill(document: Document, value: Value): Edit[];
  /**
   * Adds several items after the last one of an existing container. Undefined when they cannot be added at once.
   */
  insert(document: Document, container: Path, additions: readonly Addition[]): Edit[] | undefined;
  /** Removes the value at an existing path. The empty path removes what `fill` added. */
  remove(document: Document, path: Path): Edit[];
  /** Renames the key at the end of an existing path. No sibling may have the new name. */
  rename(document: Document, path: Path, key: string): Edit[];
  /** The parts that changes to the value at `path`, which exists, do not depend on; undefined when unknown. */
  surroundings(document: Document, path: Path): Surroundings | undefined;
}
