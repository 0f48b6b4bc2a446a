import type { FindingView, LossView, PathView, TargetRef } from './common.ts';

export type CellWord = 'same' | 'differs' | 'off' | 'not-there' | 'only-here' | 'cannot-write' | 'ignored';

/** `GET /api/matrix?scope=user|project` */
export interface MatrixAnswer {
  readonly columns: readonly MatrixColumn[];
  /** What cells of the rows refer to by position: there are thousands of cells and few words. */
  readonly words: readonly CellWord[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixColumn extends TargetRef {
  readonly clientName: string;
  readonly file: PathView;
  readonly exists: boolean;
  /** Why nothing in it can be told or written. */
  readonly unreadable?: FindingView;
}

export interface MatrixRow {
  readonly name: string;
  readonly inCatalog: boolean;
  /** Positions in `words`, in the order of the columns. */
  readonly cells: readonly number[];
  /** By column, in one sentence, where the word alone does not say enough. */
  readonly why?: Readonly<Record<number, string>>;
}

export interface MatrixCell {
  readonly word: CellWord;
  readonly why?: string;
}

/** `GET /api/matrix/cell?name=&client=&scope=&variant=` */
export interface CellDetail extends MatrixCell {
  readonly name: string;
  readonly target: TargetRef;
  /** Field by field, masked; a field that is the same on both sides says so. */
  readonly fields: readonly {
    readonly field: string;
    readonly catalog?: string;
    readonly client?: string;
    /** What we wrote there last, as far as that is known. */
    readonly written?: string;
    readonly same: boolean;
  }[];
  readonly losses: readonly LossView[];
  readonly actions: readonly ('push' | 'pull' | 'remove' | 'off' | 'on' | 'ignore' | 'unignore')[];
}

/** `POST /api/matrix/ignored` */
export interface IgnoreRequest extends TargetRef {
  readonly name: string;
  readonly ignored: boolean;
}
