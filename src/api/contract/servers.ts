import type { Transport } from '../../model/server.ts';
import type { ApprovalView } from './approval.ts';
import type { EntryRef, FindingView, LossView, PathView, TargetRef } from './common.ts';
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

/** How things stand with a server that runs, or could. */
export interface StatusView {
  readonly name: StatusName;
  /** One sentence for people, such as `npx: command not found`. */
  readonly reason?: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly evidence?: EvidenceView;
  /** When this was last known; absent as long as nobody has asked the server. */
  readonly at?: string;
  /** How long the last connection took. */
  readonly ms?: number;
}

export interface EvidenceView {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly httpStatus?: number;
  /** The last lines on its error output, masked. */
  readonly stderr?: readonly string[];
}

export type EntryState = 'in-force' | 'off' | 'untrusted' | 'shadowed' | 'unusable';

/** One definition of a server in one file, as one client takes it. */
export interface EntryView extends EntryRef {
  readonly clientName: string;
  readonly file: PathView;
  readonly line?: number;
  readonly state: EntryState;
  /** Why it does not count, or what is to be done first, in a sentence. */
  readonly why?: string;
  readonly transport: Transport;
  /** The command line or address, masked. */
  readonly summary: string;
  /** Kept by us because its client has no switch. */
  readonly parked?: boolean;
  /** It says off in a key that its client ignores, so the client starts it. */
  readonly isStarted?: true;
  readonly findings: readonly FindingView[];
}

/** What every view of a server shows of it. */
export interface ServerSummary {
  readonly name: string;
  readonly title?: string;
  readonly transport: Transport;
  readonly runs: 'local' | 'remote';
  readonly summary: string;
  readonly status: StatusView;
  /** Absent as long as nobody knows its tools. */
  readonly tools?: { readonly on: number; readonly total: number };
  readonly tokens?: number;
  /** How its tools differ from what was accepted, a phrase each. */
  readonly toolChanges?: readonly string[];
  /** Whether its definitions are not all the same. */
  readonly differs: boolean;
}

/** One server in the list. Its definitions are asked for one server at a time: thousands would stand here. */
export interface ServerRow extends ServerSummary {
  /** Without `evidence`, which `GET /api/servers/:name/evidence` has. */
  readonly status: StatusView & { readonly hasEvidence?: true };
  /** Positions in `places` of the answer, one for each definition. */
  readonly places: readonly number[];
  /** How many definitions are shadowed or cannot be used; absent for none. */
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
  /** How many issues the config files have; `GET /api/issues` lists them. */
  readonly issues: number;
  readonly project: PathView;
}

/** `GET /api/issues`: what reading the config files has found. */
export type IssuesAnswer = readonly FindingView[];

/** `GET /api/servers/:name/evidence`: why a server is as it is. */
export interface ServerEvidence {
  readonly status: StatusView;
  readonly entries: readonly EntryView[];
}

/** `GET /api/servers/:name` */
export interface ServerDetail extends ServerSummary {
  /** Clients that have it, in force or not. */
  readonly clients: readonly { readonly id: string; readonly name: string; readonly states: readonly EntryState[] }[];
  readonly scopes: readonly string[];
  readonly entries: readonly EntryView[];
  /** The one that Plugboard itself would start: what the detail page and tests are about. */
  readonly chosen?: EntryRef;
  /** One per entry, in the order of `entries`. */
  readonly drafts: readonly ServerDraft[];
  /** Of the last connection. */
  readonly info?: ConnectionView;
  readonly toolList?: readonly ToolSummary[];
  readonly native: readonly NativeView[];
  readonly history: readonly HistoryView[];
  /** What happened with it since the page's server was started, the newest first. */
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

/** As the server declares them; nobody has checked. */
export type ToolHint = 'read-only' | 'destructive' | 'idempotent' | 'open-world';

/** What a server is in the file of one client, in that client's own spelling, masked. */
export interface NativeView extends EntryRef {
  readonly clientName: string;
  readonly file: PathView;
  readonly isThere: boolean;
  readonly format: 'json' | 'jsonc' | 'toml' | 'yaml';
  /** The text that stands there, or that would be written. */
  readonly text: string;
  readonly losses: readonly LossView[];
  /** Why the client cannot have it. */
  readonly refused?: string;
}

/** `GET /api/approvals` */
export type ApprovalsAnswer = readonly ApprovalView[];

/** `POST /api/approvals`: only what was seen can be decided on. */
export interface ApprovalDecision {
  readonly fingerprint: string;
  readonly decision: 'approve' | 'deny';
}

/** `POST /api/tests`: answered at once with a job; how it goes comes as `job` and `server.status` events. */
export interface TestRequest {
  /** All that may run when absent. */
  readonly names?: readonly string[];
}

/** `POST /api/tests/draft`: a definition that is not saved yet. Needs `approved`, the fingerprint that was shown. */
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

/** `POST /api/servers/:name/connection` with `{action}`: start, stop, restart, sign-in (opens the browser), sign-out. */
export interface ConnectionRequest {
  readonly action: 'start' | 'stop' | 'restart' | 'sign-in' | 'sign-out';
}

/** Answered at once; what becomes of it comes as `server.status` events. */
export interface ConnectionAnswer {
  readonly status: StatusView;
  /** Where to sign in, for whoever has no browser opened. */
  readonly address?: string;
}
