import type { PathView } from './common.ts';

/** `GET /api/pending`: plans that assistants made and that need a decision. `DELETE /api/pending/:id` rejects one. */
export interface PendingView {
  readonly id: string;
  readonly title: string;
  /** The client, as it names itself. */
  readonly askedBy: string;
  readonly directory: PathView;
  /** ISO time. */
  readonly made: string;
}
