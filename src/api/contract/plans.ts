import type { ApprovalView } from './approval.ts';
import type { FindingView, LossView, PathView, TargetRef } from './common.ts';

/** `POST /api/plans`: what to do. Nothing is done by it; the answer is a `PlanView`. */
export type Operation =
  | {
      readonly kind: 'add';
      readonly servers: readonly NewServer[];
      readonly targets: readonly TargetRef[];
      readonly conflict?: 'fail' | 'skip' | 'overwrite';
    }
  /** `renameTo` gives it another name in the same step. */
  | {
      readonly kind: 'update';
      readonly name: string;
      readonly renameTo?: string;
      readonly server: Readonly<Record<string, unknown>>;
      readonly source: string;
      readonly targets: readonly TargetRef[];
    }
  | { readonly kind: 'clone'; readonly name: string; readonly as: string; readonly targets: readonly TargetRef[] }
  /** Everywhere it stands when there are no targets. */
  | { readonly kind: 'remove'; readonly names: readonly string[]; readonly targets?: readonly TargetRef[] }
  | {
      readonly kind: 'enable' | 'disable';
      readonly names: readonly string[];
      readonly targets?: readonly TargetRef[];
      /** In every project, also where the switch of a client holds for one project only. */
      readonly everywhere?: boolean;
    }
  | {
      readonly kind: 'copy';
      readonly names: readonly string[];
      /** Where the definition is taken from; the one in force when absent. */
      readonly from?: TargetRef;
      readonly targets: readonly TargetRef[];
    }
  /** From the files of clients into the catalog; everything that is found when there are no names. */
  | { readonly kind: 'import'; readonly names?: readonly string[]; readonly clients?: readonly string[] }
  | { readonly kind: 'undo'; readonly id?: string }
  | { readonly kind: 'restore'; readonly id: string; readonly paths?: readonly string[] }
  /** Cells of the matrix that were staged. */
  | { readonly kind: 'sync'; readonly cells: readonly StagedCell[] }
  /** Findings of the doctor, by their `id`. */
  | { readonly kind: 'fix'; readonly findings: readonly string[] }
  | {
      readonly kind: 'tools';
      readonly server: string;
      readonly tools: readonly string[];
      readonly on: boolean;
      readonly targets: readonly TargetRef[];
    }
  | {
      readonly kind: 'set-save';
      readonly name: string;
      readonly servers: readonly string[];
      readonly note?: string;
      readonly overwrite?: boolean;
    }
  | { readonly kind: 'set-remove'; readonly name: string }
  /** A plain secret becomes a reference to a variable. */
  | { readonly kind: 'move-secret'; readonly source: string; readonly path: string; readonly variable: string };

export interface NewServer {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
  readonly source?: string;
}

export interface StagedCell extends TargetRef {
  readonly name: string;
  /** `push` catalog → client, `pull` client → catalog, `remove` from the client, `off`/`on` in the client. */
  readonly action: 'push' | 'pull' | 'remove' | 'off' | 'on';
}

export interface ServerLossView extends LossView {
  readonly server: string;
  /** Its name. */
  readonly client: string;
}

/** Exactly what would be written. Kept until it is written or an hour has passed. */
export interface PlanView {
  readonly id: string;
  readonly title: string;
  readonly files: readonly FileView[];
  readonly losses: readonly ServerLossView[];
  /** Wanted, but the client could not use it. */
  readonly unwritten: readonly { readonly server: string; readonly client: string }[];
  readonly findings: readonly FindingView[];
  /** A server is switched off in this project only; the same operation with `everywhere` holds in all of them. */
  readonly isPartlyOff: boolean;
  /** Where the removed servers are still named, with file and line. */
  readonly references: readonly FindingView[];
  /** Commands of this plan that will not run before somebody approves them. */
  readonly newCommands: readonly string[];
  /** What came with a project and goes to a client that starts it without asking: nothing is written before these are approved. */
  readonly approvals: readonly ApprovalView[];
}

export interface FileView {
  readonly file: PathView;
  readonly change: 'created' | 'changed' | 'deleted';
  readonly hunks: readonly HunkView[];
  /** Such as `1 server changes, 4 other keys are kept`. */
  readonly summary: string;
  readonly clients: readonly string[];
}

export interface HunkView {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLineView[];
}

/** A line with secrets masked. */
export interface DiffLineView {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

/** `POST /api/plans/:id/write`. 409 with `fresh: PlanView` when a file has been changed since. */
export interface WriteRequest {
  /** Only these files; all of them when absent. */
  readonly paths?: readonly string[];
}

export interface WriteAnswer {
  /** In the history; absent when nothing had to be changed. */
  readonly historyId?: string;
  readonly title: string;
  readonly files: readonly { readonly file: PathView; readonly change: FileView['change'] }[];
  /** What was asked for and is not written: servers that a client cannot use, and fields that it has no place for. */
  readonly missing: readonly ServerLossView[];
}
