import type { Diagnostic } from '../model/diagnostic.ts';
import type { Span } from '../model/position.ts';
import type { Path, Value } from '../model/value.ts';

export type FormatId = 'json' | 'jsonc' | 'toml' | 'yaml';

/** Replace `length` characters at `offset` by `text`. Lists of edits are sorted, do not overlap, and refer to one text. */
export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Where an entry stands in the text. A TOML table that only its children imply has no text of its own. */
export interface Location {
  readonly key?: Span;
  readonly value: Span;
}

export interface Document {
  readonly text: string;
  /** Undefined when the text holds no value at all: empty, or only blanks and comments. */
  readonly value: Value | undefined;
  /** One of severity `error` means that this text must not be edited. */
  readonly diagnostics: readonly Diagnostic[];
  locate(path: Path): Location | undefined;
}

/**
 * What each format has to know: how to read a text, and how to make one small change to it. Everything that is the same
 * for all formats (missing containers, differences between two values, verification) stands in `edit.ts`; these four
 * are only called with the documented preconditions and on documents without errors.
 */
export interface Format {
  readonly id: FormatId;
  /** Tables exist as long as something is in them, so removing the last child may remove the parents too. */
  readonly tablesAreImplied: boolean;
  parse(text: string): Document;
  /** The value as this format will read it back (a date becomes a text in JSON); throws `value-inexpressible`. */
  express(value: Value, path: Path): Value;
  /** `path` exists; its value becomes `value`. The empty path is the whole document. */
  replace(document: Document, path: Path, value: Value): Edit[];
  /** The container exists and `path` does not; an index is the length of the list. The empty path fills an empty document. */
  insert(document: Document, path: Path, value: Value): Edit[];
  /** `path` exists. The empty path removes what `insert` of an empty path has put there. */
  remove(document: Document, path: Path): Edit[];
  /** `path` exists and ends in a key; no sibling is called `key`. */
  rename(document: Document, path: Path, key: string): Edit[];
}
