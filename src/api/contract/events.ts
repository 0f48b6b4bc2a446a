import type { LogLine } from './logs.ts';
import type { StatusView } from './servers.ts';
import type { CallEvent, QuestionView } from './tools.ts';

/**
 * `GET /api/events`: server-sent events named by `type`, resumable with `Last-Event-ID`. With `?after=`, they
 * begin after the ID that the page carries in `data-events`. `reset` means that too many were missed and everything should
 * be fetched again.
 */
export type ApiEvent =
  | { readonly type: 'reset' }
  /** A config file or a decision changed: views of it fetch it again. */
  | { readonly type: 'config.changed'; readonly files: readonly string[]; readonly by: 'page' | 'other' }
  | { readonly type: 'history.changed' }
  | { readonly type: 'approvals.changed' }
  | { readonly type: 'server.status'; readonly server: string; readonly status: StatusView }
  | { readonly type: 'tools.changed'; readonly server: string }
  | { readonly type: 'job'; readonly job: JobView }
  | { readonly type: 'log'; readonly lines: readonly LogLine[] }
  | { readonly type: 'call'; readonly call: CallEvent }
  | { readonly type: 'question'; readonly question: QuestionView }
  | { readonly type: 'settings.changed' };

export interface JobView {
  readonly id: string;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly isOver: boolean;
  /** `DELETE /api/tests/:id` ended it early. */
  readonly isCanceled?: true;
}
