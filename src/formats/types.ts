import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Span } from '../model/diagnostics/position.ts';
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

/** A value to add to a map under a key, or to a list at an index. */
export interface Addition {
  readonly step: string | number;
  readonly value: Value;
}

/** What of a text an edit at some path does not depend on. */
export interface Surroundings {
  /** In order and apart from each other. The text without them is a document too. */
  readonly cuts: readonly Span[];
  /** Where the path leads in that document. */
  readonly path: Path;
}

/**
 * What each format has to know: how to read a text, and how to make one small change to it. Everything that is the same
 * for all formats (missing containers, differences between two values, verification) stands beside `revision.ts`; these
 * are only called with the documented preconditions and on documents without errors. A change looks at the text around
 * its place only, so that it costs the same in a long document as in a short one.
 */
export interface Format {
  readonly id: FormatId;
  /** Tables exist as long as something is in them, so removing the last child may remove the parents too. */
  readonly tablesAreImplied: boolean;
  /** What is added to the document is written in the style of `like`, which it is a part of, instead of its own. */
  parse(text: string, like?: Document): Document;
  /** The value as this format will read it back (a date becomes a text in JSON); throws `value-inexpressible`. */
  express(value: Value, path: Path): Value;
  /** `path` exists; its value becomes `value`. The empty path is the whole document. */
  replace(document: Document, path: Path, value: Value): Edit[];
  /** Fills a document that holds no value. */
  fill(document: Document, value: Value): Edit[];
  /** `container` exists and holds none of these; the indexes follow its last one. Undefined when they cannot be added at once. */
  insert(document: Document, container: Path, additions: readonly Addition[]): Edit[] | undefined;
  /** `path` exists. The empty path removes what `fill` has put there. */
  remove(document: Document, path: Path): Edit[];
  /** `path` exists and ends in a key; no sibling is called `key`. */
  rename(document: Document, path: Path, key: string): Edit[];
  /** What changes to the value at `path`, which exists, do not depend on; undefined when that cannot be told. */
  surroundings(document: Document, path: Path): Surroundings | undefined;
}
