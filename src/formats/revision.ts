import { isError } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { type Path, sameValue, type Value, valueAt } from '../model/value.ts';
import { differences, holds, keyOf, type Wanted } from './differences.ts';
import { apart, applyEdits, composeEdits } from './edit-list.ts';
import type { Document, Edit, Format } from './types.ts';
import { formatPath, ValueDraft } from './value-draft.ts';

export interface RemoveOptions {
  /** How many enclosing containers to remove as well, from the inside out, if they become empty. */
  readonly prune?: number;
}

/**
 * An editable document. Changes are collected as values; when the text is requested, they become minimal edits of one
 * text, and the result is parsed again. If it does not have exactly the target value, an error is thrown.
 */
export class Revision {
  readonly format: Format;
  readonly #first: Document;
  #document: Document;
  /** Edits applied to the first document. */
  #steps: ((on: Revision) => void)[] = [];
  #draft: ValueDraft;
  /** The first change since it was last settled. */
  #changed: Path | undefined;
  #changes = 0;
  #edits: Edit[] = [];
  #preview: Edit[] | undefined;
  readonly #renames = new Map<string, ReadonlyMap<string, string>>();
  readonly #removed = new Map<string, number>();

  /** Throws `document-malformed` when the document has errors. */
  constructor(format: Format, document: Document) {
    const diagnostics = document.diagnostics.filter(isError);
    if (diagnostics.length > 0) throw new PlugboardError('document-malformed', { diagnostics });
    this.format = format;
    this.#first = document;
    this.#document = document;
    this.#draft = new ValueDraft(document.value);
  }

  /** The document as last settled. */
  get document(): Document {
    return this.#document;
  }

  /** Number of changes made, which may cancel each other out. */
  get changes(): number {
    return this.#changes;
  }

  /** The value after all changes so far. Parts of it may change with the next change. */
  get value(): Value | undefined {
    return this.#draft.value;
  }

  /** Sets the value at `path`, creating missing containers. */
  set(path: Path, value: Value): void {
    const wanted = this.format.express(value, path);
    if (sameValue(valueAt(this.value, path), wanted)) return;
    this.#draft.set(path, wanted);
    this.#change(path, (on) => on.set(path, value));
  }

  remove(path: Path, options: RemoveOptions = {}): void {
    if (valueAt(this.value, path) === undefined) throw new PlugboardError('path-missing', { path: formatPath(path) });
    let target = path;
    const outermost = this.format.tablesAreImplied ? 1 : 0;
    for (let levels = options.prune ?? 0; levels > 0 && target.length > outermost; levels -= 1) {
      if (Object.keys(valueAt(this.value, target.slice(0, -1)) as object).length !== 1) break;
      target = target.slice(0, -1);
    }
    this.#noteItem(target);
    this.#draft.remove(target);
    this.#change(path, (on) => on.remove(path, options));
  }

  /** For equal list items, the value does not identify the removed one. */
  #noteItem(path: Path): void {
    const index = path.at(-1);
    if (typeof index !== 'number') return;
    const list = keyOf(path.slice(0, -1));
    if (this.#removed.has(list)) this.settle();
    this.#removed.set(list, index);
  }

  rename(path: Path, key: string): void {
    if (valueAt(this.value, path) === undefined) throw new PlugboardError('path-missing', { path: formatPath(path) });
    if (path.at(-1) === key) return;
    const parent = path.slice(0, -1);
    const renamed = [...parent, key];
    if (valueAt(this.value, renamed) !== undefined)
      throw new PlugboardError('path-taken', { path: formatPath(renamed) });
    // Keys are compared as written in the text.
    if (this.#changed) this.settle();
    this.#renames.set(keyOf(parent), new Map([[key, String(path.at(-1))]]));
    this.#draft.rename(path, key);
    this.#change(path, (on) => on.rename(path, key));
  }

  /** Reverts all changes, for another attempt; false when the document has been settled since. */
  reset(): boolean {
    if (this.#document !== this.#first) return false;
    this.#draft.reset();
    this.#changed = undefined;
    this.#changes = 0;
    this.#steps = [];
    this.#preview = undefined;
    this.#renames.clear();
    this.#removed.clear();
    return true;
  }

  /** Settles the changes so far on a separate revision, independent of this one. */
  replay(): () => Document {
    const { format } = this;
    const [first, steps] = [this.#first, [...this.#steps]];
    return () => {
      const again = new Revision(format, first);
      for (const step of steps) step(again);
      return again.settle();
    };
  }

  /** The document with all changes applied. */
  settle(): Document {
    if (!this.#changed) return this.#document;
    const path = this.#changed;
    // Overlapping edits are applied one after the other, and changes next to a renamed key after the rename.
    for (let isDone = false; !isDone;) {
      const groups = differences(this.format, this.#document, this.#wanted());
      const chosen = apart(groups);
      isDone = chosen.length === groups.length && this.#renames.size === 0;
      this.#renames.clear();
      this.#removed.clear();
      if (groups.length > 0)
        this.#make(
          chosen.flat().toSorted((a, b) => a.offset - b.offset),
          path,
        );
    }
    if (!holds(this.#document, this.#wanted())) throw new PlugboardError('edit-unverified', { path: formatPath(path) });
    this.#draft = new ValueDraft(this.#document.value);
    this.#changed = undefined;
    return this.#document;
  }

  /** Edits relative to the original text. */
  edits(): Edit[] {
    this.settle();
    return this.#edits;
  }

  /** The same edits before verification, for previews. Parses no whole document unless two edits overlap. */
  preview(): readonly Edit[] {
    if (!this.#changed) return this.#edits;
    if (this.#renames.size === 0) this.#preview ??= this.#unproven();
    return this.#preview ?? this.edits();
  }

  #unproven(): Edit[] | undefined {
    const groups = differences(this.format, this.#document, this.#wanted());
    return apart(groups).length === groups.length ? composeEdits(this.#edits, inOrder(groups)) : undefined;
  }

  #change(path: Path, step: (on: Revision) => void): void {
    this.#steps.push(step);
    this.#changed ??= path;
    this.#changes += 1;
    this.#preview = undefined;
  }

  #wanted(): Wanted {
    return {
      value: this.value,
      renames: this.#renames,
      removed: this.#removed,
      mayBeMissing: (one) => this.format.tablesAreImplied && this.#draft.mayBeGone(one),
      touched: (now, then) => this.#draft.touched(now, then),
    };
  }

  #make(edits: readonly Edit[], path: Path): void {
    const document = this.format.parse(applyEdits(this.#document.text, edits));
    if (document.diagnostics.some(isError)) throw new PlugboardError('edit-unverified', { path: formatPath(path) });
    this.#document = document;
    this.#edits = composeEdits(this.#edits, edits);
  }
}

function inOrder(groups: readonly Edit[][]): Edit[] {
  return groups.flat().toSorted((a, b) => a.offset - b.offset);
}
