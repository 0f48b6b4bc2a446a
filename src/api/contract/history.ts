import type { PathView } from './common.ts';
import type { FileView } from './plans.ts';

export interface HistoryView {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly undoes?: string;
  readonly undoneBy?: string;
  readonly files: readonly { readonly file: PathView; readonly change: 'changed' | 'created' | 'deleted' }[];
}

/** `GET /api/history` */
export type HistoryAnswer = readonly HistoryView[];

/** `GET /api/history/:id` */
export interface HistoryDetail extends HistoryView {
  readonly diffs: readonly FileView[];
  /** Why it cannot be undone: a file changed since. */
  readonly conflict?: string;
}
