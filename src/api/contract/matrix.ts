import type { FindingView, LossView, PathView, TargetRef } from './common.ts';

export type CellWord = 'same' | 'differs' | 'off' | 'not-there' | 'only-here' | 'cannot-write' | 'ignored';

/** `GET /api/matrix?scope=user|project` */
export interface MatrixAnswer {
  readonly columns: readonly MatrixColumn[];
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
  /** In the order of the columns. */
  readonly cells: readonly MatrixCell[];
}

export interface MatrixCell {
  readonly word: CellWord;
  /** In one sentence, where the word alone does not say enough. */
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
