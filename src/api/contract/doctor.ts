import type { FindingView, Severity } from './common.ts';

/** `GET /api/doctor?text=`: only issues that contain the text, in any case of letters. */
export interface DoctorAnswer {
  readonly groups: readonly DoctorGroup[];
  readonly files: number;
  readonly servers: number;
}

/** The issues of one server, of one client, or of the machine. */
export interface DoctorGroup {
  readonly key: string;
  readonly title: string;
  /** The server it is about, when it is about one. */
  readonly server?: string;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Issues that a plan can repair, to be named in a `fix` operation. */
  readonly repairs: readonly { readonly id: string; readonly severity: Severity }[];
  /** Only where there are few in all; otherwise `GET /api/doctor/findings` has those of one group. */
  readonly findings?: readonly DoctorFinding[];
}

/** `GET /api/doctor/findings?group=&text=`: the issues of one group, or of all. */
export type FindingsAnswer = readonly DoctorFinding[];

export interface DoctorFinding extends FindingView {
  /** To be named in a `fix` operation. Stays the same as long as the finding does. */
  readonly id: string;
  readonly server?: string;
  readonly client?: string;
  readonly clientName?: string;
  readonly evidence: readonly string[];
  /** The lines around it, masked. */
  readonly excerpt?: string;
  /** How Plugboard can repair it; `direct` repairs are not text and are run by `POST /api/doctor/:id/run`. */
  readonly repair?: { readonly title: string; readonly kind: 'plan' | 'direct' };
}
