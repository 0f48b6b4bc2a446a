import type { FindingView } from './common.ts';

/** `GET /api/doctor` */
export interface DoctorAnswer {
  readonly findings: readonly DoctorFinding[];
  readonly files: number;
  readonly servers: number;
}

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
