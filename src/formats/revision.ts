import { isError } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { type Path, sameValue, type Value, valueAt } from '../model/value.ts';
import { differences, holds, keyOf, type Wanted } from './differences.ts';
import { apart, applyEdits, composeEdits } from './edit-list.ts';
import type { Document, Edit, Format } from './types.ts';
import { show, ValueDraft } from './value-draft.ts';

export interface RemoveOptions {
  /** How many enclosing containers to remove as well, from the inside out, as long as they have become empty. */
  readonly prune?: number;
}

/**
 * A document to which changes are made. They are gathered as values; the text changes when it is asked for: all changes
 * become edits of one text, none of which touches a byte that it does not have to, and the result is parsed again. It
 * must hold exactly what is wanted, otherwise there is an error and no edit.
 */
export class Revision {
  readonly format: Format;
  readonly #first: Document;
  #document: Document;
  /** What was done to the first document. */
  #steps: ((on: Revision) => void)[] = [];
  #draft: ValueDraft;
  /** The first of the changes since it was last settled. */
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

  /** The document as it was last settled. */
  get document(): Document {
    return this.#document;
  }

  /** How many changes were made. Together they may come to nothing. */
  get changes(): number {
    return this.#changes;
  }

  /** What the document holds after all changes so far. Look at it before the next change: parts of it change along. */
  get value(): Value | undefined {
    return this.#draft.value;
  }

  /** Makes the value at `path` equal to `value`, creating the containers that are missing. */
  set(path: Path, value: Value): void {
    const wanted = this.format.express(value, path);
    if (sameValue(valueAt(this.value, path), wanted)) return;
    this.#draft.set(path, wanted);
    this.#change(path, (on) => on.set(path, value));
  }

  remove(path: Path, options: RemoveOptions = {}): void {
    if (valueAt(this.value, path) === undefined) throw new PlugboardError('path-missing', { path: show(path) });
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

  /** Of equal items of a list, the value alone does not tell which one goes. */
  #noteItem(path: Path): void {
    const index = path.at(-1);
    if (typeof index !== 'number') return;
    const list = keyOf(path.slice(0, -1));
    if (this.#removed.has(list)) this.settle();
    this.#removed.set(list, index);
  }

  rename(path: Path, key: string): void {
    if (valueAt(this.value, path) === undefined) throw new PlugboardError('path-missing', { path: show(path) });
    if (path.at(-1) === key) return;
    const parent = path.slice(0, -1);
    const renamed = [...parent, key];
    if (valueAt(this.value, renamed) !== undefined) throw new PlugboardError('path-taken', { path: show(renamed) });
    // Keys are told apart by what they are called in the text.
    if (this.#changed) this.settle();
    this.#renames.set(keyOf(parent), new Map([[key, String(path.at(-1))]]));
    this.#draft.rename(path, key);
    this.#change(path, (on) => on.rename(path, key));
  }

  /** Takes all changes back, so that others can be tried; false where the document is another one by now. */
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

  /** Settles the changes so far on a revision of their own, whatever becomes of this one. */
  replay(): () => Document {
    const { format } = this;
    const [first, steps] = [this.#first, [...this.#steps]];
    return () => {
      const again = new Revision(format, first);
      for (const step of steps) step(again);
      return again.settle();
    };
  }

  /** The document with all changes made. */
  settle(): Document {
    if (!this.#changed) return this.#document;
    const path = this.#changed;
    // Edits that meet have to be made one after the other, and what stands beside a renamed key after it has its name.
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
    if (!holds(this.#document, this.#wanted())) throw new PlugboardError('edit-unverified', { path: show(path) });
    this.#draft = new ValueDraft(this.#document.value);
    this.#changed = undefined;
    return this.#document;
  }

  /** What has been done to the text that the document began with. */
  edits(): Edit[] {
    this.settle();
    return this.#edits;
  }

  /**
   * The same edits before they are proven, to be shown. As long as no two of them meet, this parses no whole document.
   */
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
    if (document.diagnostics.some(isError)) throw new PlugboardError('edit-unverified', { path: show(path) });
    this.#document = document;
    this.#edits = composeEdits(this.#edits, edits);
  }
}

function inOrder(groups: readonly Edit[][]): Edit[] {
  return groups.flat().toSorted((a, b) => a.offset - b.offset);
}
