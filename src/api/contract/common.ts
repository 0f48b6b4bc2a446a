import type { Scope } from '../../model/scope.ts';

/** Every answer that is not a success has this body. */
export interface ApiFailure {
  readonly error: ApiProblem;
}

/** What went wrong, with secrets masked. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
  /** What a person can do about it. */
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Which field of the sent document it is about, such as `server.url`. */
  readonly field?: string;
  /** What to look at now instead, where the answer is 409: the plan made from the files as they are by now. */
  readonly fresh?: unknown;
}

/** A file of a client. */
export interface TargetRef {
  /** `canonical` is our own catalog. */
  readonly client: string;
  readonly scope: Scope;
  readonly variant?: string;
}

/** One definition: a server in a file. */
export interface EntryRef extends TargetRef {
  readonly name: string;
}

/** A path with the home directory as `~`, beside the real one. */
export interface PathView {
  readonly path: string;
  readonly short: string;
}

export type Severity = 'error' | 'warning' | 'info';

/** Something that was found, in words. */
export interface FindingView {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix?: string;
  readonly file?: PathView;
  readonly line?: number;
  readonly column?: number;
}

/** How many issues there are, and the first few of them, the worst first. */
export interface IssueSummary {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly first: readonly FindingView[];
}

/** What a client cannot be told about a server. */
export interface LossView {
  readonly field: string;
  readonly action: string;
  readonly why: string;
}
