import type { IssueView, LossView, PathView, TargetRef } from './common.ts';

export type CellWord =
  | 'same'
  | 'differs'
  /** The catalog and the client changed it since the last sync, or it was never synced and differs. */
  | 'conflict'
  | 'off'
  | 'not-there'
  | 'only-here'
  | 'cannot-write'
  | 'ignored';

/** `GET /api/matrix?scope=user|project` */
export interface MatrixAnswer {
  readonly columns: readonly MatrixColumn[];
  /** The words that cells refer to by index: there are thousands of cells and few words. */
  readonly words: readonly CellWord[];
  readonly rows: readonly MatrixRow[];
}

/** One file. */
export interface MatrixColumn extends TargetRef {
  readonly clientName: string;
  readonly file: PathView;
  /** The file that imported and kept values are written to. */
  readonly catalog: PathView;
  readonly exists: boolean;
  /** Other clients that read the same file. */
  readonly readers?: readonly string[];
  /** Why the file cannot be read or written. */
  readonly unreadable?: IssueView;
}

export interface MatrixRow {
  readonly name: string;
  readonly inCatalog: boolean;
  /** Indexes into `words`, in column order. */
  readonly cells: readonly number[];
  /** By column, one sentence where the word alone is not enough. */
  readonly why?: Readonly<Record<number, string>>;
  /** The columns whose client changed it since the last sync, so that its value can be kept as an override. */
  readonly keepable?: readonly number[];
}

export interface MatrixCell {
  readonly word: CellWord;
  readonly why?: string;
  /** The client changed it since the last sync, so that its value can be kept as an override. */
  readonly canKeep?: true;
}

/** `GET /api/matrix/cell?name=&client=&scope=&variant=` */
export interface CellDetail extends MatrixCell {
  readonly name: string;
  readonly target: TargetRef;
  /** The client whose definition is used because the catalog has none of that name. */
  readonly reference?: string;
  /** Field by field, masked; fields that are equal on both sides say so. */
  readonly fields: readonly {
    readonly field: string;
    readonly catalog?: string;
    readonly client?: string;
    /** The value of the last sync, if known. */
    readonly written?: string;
    readonly same: boolean;
    /** Which sides changed it since the last sync. */
    readonly changedBy?: readonly ('catalog' | 'client')[];
  }[];
  /** Whether it was synced before, so that `written` has the values that both sides had. */
  readonly isSynced: boolean;
  readonly losses: readonly LossView[];
  readonly actions: readonly ('push' | 'pull' | 'remove' | 'off' | 'on' | 'keep' | 'ignore' | 'unignore')[];
}

/** `POST /api/matrix/ignored` */
export interface IgnoreRequest extends TargetRef {
  readonly name: string;
  readonly ignored: boolean;
}
