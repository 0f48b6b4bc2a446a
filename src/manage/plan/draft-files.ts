import { loadFormat } from '../../formats/index.ts';
import { Revision } from '../../formats/revision.ts';
import type { Document, FormatId } from '../../formats/types.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Value } from '../../model/value.ts';
import { keepParsed, parseFile } from '../../store/read/parsed-texts.ts';
import { readText } from '../../store/read/read-text.ts';
import { isBelow, realPath } from '../../store/state/enclosing-directory.ts';
import type { FileChange } from '../../store/write/plan.ts';
import { territoryOf } from '../../trust/territory.ts';

interface DraftFile {
  readonly before: string | undefined;
  /** The text that `revision` starts from. */
  after: string | undefined;
  revision?: Revision | undefined;
  /** How often its text was replaced. */
  replaced: number;
}

/** Change count of each file at that moment. */
export type Moment = ReadonlyMap<string, string>;

/** State shared by drafts that start from the same files independently. */
interface Trials {
  readonly read: Map<string, Promise<string | undefined>>;
  /** By path, a document not used by any draft at the moment. */
  readonly spare: Map<string, Revision>;
  /** Where a file of the project links to outside of it. */
  readonly links: Map<string, Promise<string | undefined>>;
}

/** State shared by drafts for several projects. */
interface Series {
  readonly files: Map<string, DraftFile>;
  /** Files of a project that are links to a file outside of it, with its path. */
  readonly linked: Map<string, string>;
  readonly isTrial: boolean;
  /** Number of plan series that share these files. */
  sharedBy: number;
}

/** The files of a draft. Each is read and parsed once; several changes to one accumulate. */
export class DraftFiles {
  readonly #host: Host;
  readonly #trials: Trials;
  readonly #series: Series;

  constructor(host: Host, trials?: Trials, series?: Series) {
    this.#host = host;
    this.#trials = trials ?? { read: new Map(), spare: new Map(), links: new Map() };
    const isTrial = trials !== undefined;
    this.#series = series ?? { files: new Map(), linked: new Map(), isTrial, sharedBy: 0 };
  }

  /** The same files with the same changes, for a draft in another project: links are judged by that project. */
  inProject(host: Host): DraftFiles {
    return new DraftFiles(host, { ...this.#trials, links: new Map() }, this.#series);
  }

  /** Returns a file's text after the changes so far, verified; undefined when there is no file. */
  async text(path: string): Promise<string | undefined> {
    return this.#settled(path, await this.#file(path));
  }

  /** The text of a file before any change. */
  async original(path: string): Promise<string | undefined> {
    return (await this.#file(path)).before;
  }

  /** Whether the file exists after the changes so far. */
  async isThere(path: string): Promise<boolean> {
    return isThere(await this.#file(path));
  }

  async set(path: string, text: string | undefined): Promise<void> {
    const file = await this.#file(path);
    if (!file.revision && file.after === text) return;
    file.after = text;
    file.replaced += 1;
    delete file.revision;
  }

  /** Opens a file as an editable document. Throws when it is malformed. */
  async revision(path: string, id: FormatId): Promise<Revision> {
    const file = await this.#file(path);
    file.revision ??= this.#takeSpare(path, file, id);
    if (!file.revision || !canTake(file.revision, id)) {
      const document = await this.#parsed(path, file, id);
      const diagnostics = document.diagnostics.filter(isError).map((issue) => ({ ...issue, file: path }));
      if (diagnostics.length > 0) throw new PlugboardError('document-malformed', { diagnostics });
      file.revision = new Revision(await loadFormat(id), document);
    }
    return file.revision;
  }

  /** Parses a file after the changes so far, tolerating errors. */
  async value(path: string, id: FormatId): Promise<Value | undefined> {
    const file = await this.#file(path);
    return file.revision ? file.revision.value : (await this.#parsed(path, file, id)).value;
  }

  /** The changes; with a mark, only those made after it. */
  changes(after: Moment): FileChange[] {
    return [...this.#series.files].flatMap(([path, file]) => {
      if ((after.get(path) ?? UNTOUCHED) === countOf(file)) return [];
      if (this.#series.sharedBy > 0) return this.#changeSoFar(path, file);
      return this.#changeOf(path, file) ?? [];
    });
  }

  /** Starts a series of plans on these files: each sees the changes of the earlier ones. */
  async share<T>(series: () => Promise<T>): Promise<T> {
    this.#series.sharedBy += 1;
    try {
      return await series();
    } finally {
      this.#series.sharedBy -= 1;
    }
  }

  /** Marks the changes so far. */
  get moment(): Moment {
    return new Map([...this.#series.files].map(([path, file]) => [path, countOf(file)]));
  }

  /** The verified text of a changed file; undefined for unchanged files. */
  changed(path: string): { readonly text: string | undefined } | undefined {
    const file = this.#series.files.get(path);
    return file && countOf(file) !== UNTOUCHED ? { text: this.#settled(path, file) } : undefined;
  }

  /** Whether a file exists after the changes so far; undefined when it is unchanged. */
  isThereNow(path: string): boolean | undefined {
    const file = this.#series.files.get(path);
    return file && countOf(file) !== UNTOUCHED ? isThere(file) : undefined;
  }

  /** Where a project file links to outside the project. */
  linkedTo(path: string): string | undefined {
    return this.#series.linked.get(path);
  }

  /** The same files without the changes so far, for trials. */
  unchanged(): DraftFiles {
    return new DraftFiles(this.#host, this.#trials);
  }

  /** Ends a trial: releases its documents without its changes. Results of `changes` stay valid. */
  release(): void {
    if (!this.#series.isTrial || this.#series.sharedBy > 0) return;
    for (const [path, { revision }] of this.#series.files)
      if (revision?.reset()) this.#trials.spare.set(path, revision);
    this.#series.files.clear();
  }

  #takeSpare(path: string, { after = '' }: DraftFile, id: FormatId): Revision | undefined {
    const spare = this.#trials.spare.get(path);
    if (!spare || !canTake(spare, id) || spare.document.text !== after) return undefined;
    this.#trials.spare.delete(path);
    return spare;
  }

  /** In a series: comparing with the original text costs as much as all earlier changes together. */
  #changeSoFar(path: string, file: DraftFile): FileChange {
    const settled = (): string | undefined => this.#settled(path, file);
    return {
      path,
      before: file.before,
      get after() {
        return settled();
      },
    };
  }

  /** The text is generated and verified lazily; the change can be shown before that. */
  #changeOf(path: string, file: DraftFile): FileChange | undefined {
    const { before, after, revision } = file;
    const edits = revision?.preview() ?? [];
    if (edits.length === 0) return before === after ? undefined : { path, before, after };
    if (after !== before) return { path, before, after: this.#settled(path, file) };
    const replay = this.#series.isTrial ? revision?.replay() : undefined;
    const settled = (): string | undefined => (replay ? textOf(replay(), after) : this.#settled(path, file));
    return {
      path,
      before,
      edits,
      get after() {
        return settled();
      },
    };
  }

  #settled(path: string, { after, revision }: DraftFile): string | undefined {
    if (!revision || revision.changes === 0) return after;
    const document = revision.settle();
    keepParsed(this.#host, path, revision.format.id, document);
    return textOf(document, after);
  }

  async #parsed(path: string, file: DraftFile, id: FormatId): Promise<Document> {
    return parseFile(this.#host, path, await loadFormat(id), this.#settled(path, file) ?? '');
  }

  async #file(path: string): Promise<DraftFile> {
    const file = this.#series.files.get(path) ?? (await this.#opened(path));
    const { links } = this.#trials;
    const judging = links.get(path) ?? this.#leadsOut(path);
    links.set(path, judging);
    const target = await judging;
    if (target !== undefined) this.#series.linked.set(path, target);
    return file;
  }

  async #opened(path: string): Promise<DraftFile> {
    const { files } = this.#series;
    const { read } = this.#trials;
    const reading = read.get(path) ?? this.#readText(path);
    read.set(path, reading);
    const before = await reading;
    // Another caller may have opened and changed it meanwhile.
    const first = files.get(path) ?? { before, after: before, replaced: 0 };
    files.set(path, first);
    return first;
  }

  async #leadsOut(path: string): Promise<string | undefined> {
    const { cwd, home } = this.#host;
    const territory = territoryOf(cwd, home);
    if (!territory.some((directory) => isBelow(path, directory))) return undefined;
    const real = await realPath(this.#host, path);
    for (const directory of territory) if (isBelow(real, await realPath(this.#host, directory))) return undefined;
    return real;
  }

  async #readText(path: string): Promise<string | undefined> {
    if ((await this.#host.fs.kindOf(path)) === undefined) return undefined;
    const read = await readText(this.#host, path);
    if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
    return read.text;
  }
}

/** A missing file is not created as long as it would be empty. */
function textOf({ text }: Document, before: string | undefined): string | undefined {
  return before === undefined && text === '' ? undefined : text;
}

/** Valid strict JSON has the same meaning where comments are allowed. */
function canTake({ format }: Revision, id: FormatId): boolean {
  return format.id === id || (format.id === 'json' && id === 'jsonc');
}

function isThere({ after, revision }: DraftFile): boolean {
  return after !== undefined || (revision?.changes ?? 0) > 0;
}

/** Returned by `countOf` for an unchanged file. */
const UNTOUCHED = '0 0';

function countOf({ replaced, revision }: DraftFile): string {
  return `${replaced} ${revision?.changes ?? 0}`;
}
