import type { IssueView, Severity } from './common.ts';

/** `GET /api/doctor?text=`: only issues that contain the text, case-insensitively. */
export interface DoctorAnswer {
  readonly groups: readonly DoctorGroup[];
  readonly files: number;
  readonly servers: number;
  /** All issues, whatever the text. */
  readonly counts: Readonly<Record<Severity, number>>;
}

/** The issues of one server, one client, or the machine. */
export interface DoctorGroup {
  readonly key: string;
  readonly title: string;
  /** The server it is about, if any. */
  readonly server?: string;
  readonly counts: Readonly<Record<Severity, number>>;
  /** IDs of fixable issues, for a `fix` operation. */
  readonly repairs: readonly { readonly id: string; readonly severity: Severity }[];
  /** Only if there are few in total; otherwise `GET /api/doctor/issues` returns those of one group. */
  readonly issues?: readonly DoctorIssue[];
}

/** `GET /api/doctor/issues?group=&text=`: the issues of one group, or all. */
export type DoctorIssuesAnswer = readonly DoctorIssue[];

export interface DoctorIssue extends IssueView {
  /** For a `fix` operation. Stable as long as the issue exists. */
  readonly id: string;
  readonly server?: string;
  readonly client?: string;
  readonly clientName?: string;
  readonly evidence: readonly string[];
  /** The lines around it, masked. */
  readonly excerpt?: string;
  /** The fix Plugboard offers. `direct` fixes are not text edits and run through `POST /api/doctor/:id/run`. */
  readonly repair?: { readonly title: string; readonly kind: 'plan' | 'direct' };
}
