import type { Transport } from '../../model/server.ts';
import type { ApprovalView } from './approval.ts';
import type { EntryRef, IssueView, LossView, PathView, TargetRef } from './common.ts';
import type { HistoryView } from './history.ts';
import type { ServerDraft } from './values.ts';

export type StatusName =
  | 'connected'
  | 'starting'
  | 'needs-approval'
  | 'denied'
  | 'needs-sign-in'
  | 'failed'
  | 'off'
  | 'not-checked';

/** The status of a server. */
export interface StatusView {
  readonly name: StatusName;
  /** One sentence, such as `npx: command not found`. */
  readonly reason?: string;
  /** The last line that its program wrote before it failed, masked: it often says more than the reason. */
  readonly output?: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly evidence?: EvidenceView;
  /** When the status was last known; absent if the server was never checked. */
  readonly at?: string;
  /** Duration of the last connection attempt. */
  readonly ms?: number;
}

export interface EvidenceView {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly httpStatus?: number;
  /** The last lines of stderr, masked. */
  readonly stderr?: readonly string[];
}

export type EntryState = 'active' | 'off' | 'untrusted' | 'shadowed' | 'unusable';

/** One definition of a server in one file, as one client interprets it. */
export interface EntryView extends EntryRef {
  readonly clientName: string;
  readonly file: PathView;
  readonly line?: number;
  readonly state: EntryState;
  /** Why it is not active, or what to do first. */
  readonly why?: string;
  readonly transport: Transport;
  /** The command line or URL, masked. */
  readonly summary: string;
  /** Parked by Plugboard because its client has no switch. */
  readonly parked?: boolean;
  /** Disabled with a key that its client ignores, so the client starts it. */
  readonly isStarted?: true;
  readonly issues: readonly IssueView[];
}

/** The fields that every view of a server shows. */
export interface ServerSummary {
  readonly name: string;
  readonly title?: string;
  readonly transport: Transport;
  readonly runs: 'local' | 'remote';
  readonly summary: string;
  readonly status: StatusView;
  /** Absent if its tools are unknown. */
  readonly tools?: { readonly on: number; readonly total: number };
  readonly tokens?: number;
  /** How its tools changed since they were accepted, one phrase each. */
  readonly toolChanges?: readonly string[];
  /** Whether its definitions differ. */
  readonly differs: boolean;
}

/** A server in the list. Its definitions are fetched per server: there can be thousands. */
export interface ServerRow extends ServerSummary {
  /** Without `evidence`, which `GET /api/servers/:name/evidence` returns. */
  readonly status: StatusView & { readonly hasEvidence?: true };
  /** Indexes into `places` of the response, one per definition. */
  readonly places: readonly number[];
  /** The number of shadowed or invalid definitions; absent for none. */
  readonly shadowed?: number;
  readonly unusable?: number;
}

/** A file that defines servers for a client. */
export interface ServerPlace extends TargetRef {
  readonly clientName: string;
  readonly file: PathView;
}

/** `GET /api/servers` */
export interface ServersAnswer {
  readonly servers: readonly ServerRow[];
  readonly places: readonly ServerPlace[];
  readonly project: PathView;
}

/** `GET /api/issues`: issues in config files. */
export type IssuesAnswer = readonly IssueView[];

/** `GET /api/servers/:name/evidence`: the reasons for a server's status. */
export interface ServerEvidence {
  readonly status: StatusView;
  readonly entries: readonly EntryView[];
}

/** `GET /api/servers/:name` */
export interface ServerDetail extends ServerSummary {
  /** Clients that have it, active or not. */
  readonly clients: readonly { readonly id: string; readonly name: string; readonly states: readonly EntryState[] }[];
  readonly scopes: readonly string[];
  readonly entries: readonly EntryView[];
  /** The definition that Plugboard would start; the detail page and tests use it. */
  readonly chosen?: EntryRef;
  /** One per entry, in the order of `entries`. */
  readonly drafts: readonly ServerDraft[];
  /** Of the last connection. */
  readonly info?: ConnectionView;
  readonly toolList?: readonly ToolSummary[];
  readonly native: readonly NativeView[];
  readonly history: readonly HistoryView[];
  /** Status changes since the API server started, newest first. */
  readonly timeline: readonly { readonly at: string; readonly status: StatusName; readonly reason?: string }[];
  readonly approval?: ApprovalView;
}

export interface ConnectionView {
  readonly name?: string;
  readonly version?: string;
  readonly protocol?: string;
  readonly era?: string;
  readonly instructions?: string;
  readonly capabilities: readonly string[];
}

export interface ToolSummary {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly tokens: number;
  readonly on: boolean;
  readonly hints: readonly ToolHint[];
}

/** As declared by the server; not verified. */
export type ToolHint = 'read-only' | 'destructive' | 'idempotent' | 'open-world';

/** A server in a client's file, in the client's own format, masked. */
export interface NativeView extends EntryRef {
  readonly clientName: string;
  readonly file: PathView;
  readonly isThere: boolean;
  readonly format: 'json' | 'jsonc' | 'toml' | 'yaml';
  /** The text that is in the file, or would be written. */
  readonly text: string;
  readonly losses: readonly LossView[];
  /** Why the client cannot have it. */
  readonly refused?: string;
}

/** `GET /api/approvals` */
export type ApprovalsAnswer = readonly ApprovalView[];

/** `POST /api/approvals`: a decision requires the fingerprint of what was shown. */
export interface ApprovalDecision {
  readonly fingerprint: string;
  readonly decision: 'approve' | 'deny';
}

/** `POST /api/tests`: responds at once with a job; progress arrives as `job` and `server.status` events. */
export interface TestRequest {
  /** Default: all servers that may run. */
  readonly names?: readonly string[];
}

/** `POST /api/tests/draft`: an unsaved definition. Requires `approved`, the fingerprint that was shown. */
export interface DraftTestRequest {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
  readonly source?: string;
  readonly approved?: string;
}

export type DraftTestAnswer =
  | { readonly outcome: 'approval-needed'; readonly approval: ApprovalView }
  | { readonly outcome: 'failed'; readonly status: StatusView }
  | {
      readonly outcome: 'ok';
      readonly info: ConnectionView;
      readonly tools: readonly ToolSummary[];
      readonly ms: number;
    };

/**
 * `POST /api/servers/:name/connection` with `{action}`: start, stop, restart, sign-in (opens the browser), sign-out.
 */
export interface ConnectionRequest {
  readonly action: 'start' | 'stop' | 'restart' | 'sign-in' | 'sign-out';
}

/** Responds at once; progress arrives as `server.status` events. */
export interface ConnectionAnswer {
  readonly status: StatusView;
  /** The sign-in URL, in case no browser opened. */
  readonly address?: string;
}
