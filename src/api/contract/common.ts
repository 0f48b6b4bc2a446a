import type { Scope } from '../../model/scope.ts';

/** The body of every error response. */
export interface ApiFailure {
  readonly error: ApiProblem;
}

/** An error, with secrets masked. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
  /** What the user can do about it. */
  readonly hint?: string;
  /** The last lines that the program of a server wrote, masked. */
  readonly output?: readonly string[];
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The field of the request it is about, such as `server.url`. */
  readonly field?: string;
  /** The present name of a server that was renamed. */
  readonly renamedTo?: string;
  /** For a 409, the plan based on the current files. */
  readonly fresh?: unknown;
}

/** A file of a client. */
export interface TargetRef {
  /** `canonical` is our own catalog. */
  readonly client: string;
  readonly scope: Scope;
  readonly variant?: string;
}

/** A definition: one server in one file. */
export interface EntryRef extends TargetRef {
  readonly name: string;
}

/** A path, also with the home directory as `~`. */
export interface PathView {
  readonly path: string;
  readonly short: string;
}

export type Severity = 'error' | 'warning' | 'info';

/** An issue as text. */
export interface IssueView {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix?: string;
  readonly file?: PathView;
  readonly line?: number;
  readonly column?: number;
}

/** A part of a server definition that a client cannot represent. */
export interface LossView {
  readonly field: string;
  readonly action: string;
  readonly why: string;
}
