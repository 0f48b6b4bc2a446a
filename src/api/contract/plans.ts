import type { ApprovalView } from './approval.ts';
import type { IssueView, LossView, PathView, TargetRef } from './common.ts';

/** `POST /api/plans`: an operation to plan. Writes nothing; returns a `PlanView`. */
export type Operation =
  | {
      readonly kind: 'add';
      readonly servers: readonly NewServer[];
      readonly targets: readonly TargetRef[];
      readonly conflict?: 'fail' | 'skip' | 'overwrite';
      /** Stores plain secrets in the default vault, so that no file contains them. */
      readonly vault?: boolean;
    }
  /** `renameTo` renames it in the same step. */
  | {
      readonly kind: 'update';
      readonly name: string;
      readonly renameTo?: string;
      readonly server: Readonly<Record<string, unknown>>;
      readonly source: string;
      readonly targets: readonly TargetRef[];
      readonly references?: ReferencePaths;
    }
  | { readonly kind: 'clone'; readonly name: string; readonly as: string; readonly targets: readonly TargetRef[] }
  /** Without targets, the servers are removed from every file that defines them. */
  | {
      readonly kind: 'remove';
      readonly names: readonly string[];
      readonly targets?: readonly TargetRef[];
      readonly references?: ReferencePaths;
    }
  | {
      readonly kind: 'enable' | 'disable';
      readonly names: readonly string[];
      readonly targets?: readonly TargetRef[];
      /** In every project, also if the client disables servers per project. */
      readonly everywhere?: boolean;
    }
  | {
      readonly kind: 'copy';
      readonly names: readonly string[];
      /** The source of the definition; default: the active one. */
      readonly from?: TargetRef;
      readonly targets: readonly TargetRef[];
    }
  /** From client files into the catalog; all servers found if there are no names. */
  | {
      readonly kind: 'import';
      readonly names?: readonly string[];
      readonly clients?: readonly string[];
      /** Writes references in place of plain-text secrets. */
      readonly withoutSecrets?: boolean;
    }
  /** A server of an MCP registry. The notes of the plan are its warnings. */
  | {
      readonly kind: 'install';
      readonly registryName: string;
      readonly version?: string;
      /** Address of the registry; the configured ones if absent. */
      readonly registry?: string;
      /** The `id` of an offer; the preferred one if absent. */
      readonly offer?: string;
      /** Values by the `id` of an input; several for one that is repeated. */
      readonly inputs?: Readonly<Record<string, string | readonly string[]>>;
      /** Name of the server here; one is proposed if absent. */
      readonly as?: string;
      readonly targets: readonly TargetRef[];
      readonly conflict?: 'fail' | 'overwrite';
    }
  | { readonly kind: 'undo'; readonly id?: string }
  | { readonly kind: 'restore'; readonly id: string; readonly paths?: readonly string[] }
  /** Staged cells of the matrix. */
  | { readonly kind: 'sync'; readonly cells: readonly StagedCell[] }
  /** Syncs the clients to a profile of a catalog; to all servers of that catalog without a name. */
  | { readonly kind: 'use-profile'; readonly scope: 'user' | 'project'; readonly name?: string | undefined }
  /** Issues of the doctor, by their `id`. */
  | { readonly kind: 'fix'; readonly issues: readonly string[] }
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
  /** Replaces a plain-text secret with a reference to a variable. */
  | { readonly kind: 'move-secret'; readonly source: string; readonly path: string; readonly variable: string }
  /** A plan that an assistant made, by its id. Writing it is the consent. */
  | { readonly kind: 'pending'; readonly id: string }
  /** Moves the plain secrets of these servers, or of all if none is named, to the default vault. */
  | { readonly kind: 'migrate-secrets'; readonly names: readonly string[] };

/** Permissions, hooks and subagents that name the server are changed along: all of them, or those in these files. */
export type ReferencePaths = true | readonly string[];

export interface NewServer {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
  readonly source?: string;
}

export interface StagedCell extends TargetRef {
  readonly name: string;
  /**
   * `push` catalog → client, `pull` client → catalog, `keep` the client's value as its override in the catalog, `remove`
   * from the client, `off`/`on` in the client.
   */
  readonly action: 'push' | 'pull' | 'keep' | 'remove' | 'off' | 'on';
}

export interface ServerLossView extends LossView {
  readonly server: string;
  /** The server's name. */
  readonly client: string;
}

/** The exact changes to be written. Kept until written, at most an hour. */
export interface PlanView {
  readonly id: string;
  readonly title: string;
  readonly files: readonly FileView[];
  /** Whether some of the files can be left out. */
  readonly isDivisible: boolean;
  /** Whether there is nothing to write, not even what Plugboard remembers, such as the profile in use. */
  readonly isEmpty: boolean;
  readonly losses: readonly ServerLossView[];
  /** Requested, but the client cannot use it. */
  readonly unwritten: readonly { readonly server: string; readonly client: string }[];
  readonly issues: readonly IssueView[];
  /** The server is disabled in this project only; the same operation with `everywhere` disables it in all. */
  readonly isPartlyOff: boolean;
  /** Remaining references to removed servers, with file and line. */
  readonly references: readonly IssueView[];
  /** Commands in this plan that need approval before they run. */
  readonly newCommands: readonly string[];
  /**
   * Project servers copied to a client that starts them without asking: these need approval before anything is written.
   */
  readonly approvals: readonly ApprovalView[];
}

export interface FileView {
  readonly file: PathView;
  readonly change: 'created' | 'changed' | 'deleted';
  readonly hunks: readonly HunkView[];
  /** Such as `1 server changed, 4 other keys kept`. */
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

/** `POST /api/plans/:id/write`. 409 with `fresh: PlanView` if a file changed since. */
export interface WriteRequest {
  /** Only these files; default: all. */
  readonly paths?: readonly string[];
}

export interface WriteAnswer {
  /** ID in the history; absent if nothing had to change. */
  readonly historyId?: string;
  readonly title: string;
  readonly files: readonly { readonly file: PathView; readonly change: FileView['change'] }[];
  /** Losses: servers that a client cannot use, and fields that it cannot represent. */
  readonly missing: readonly ServerLossView[];
}
