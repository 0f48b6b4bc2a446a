import type { PathView } from './common.ts';

/** Everything a user needs to know before a project server is started or contacted, never truncated. */
export interface ApprovalView {
  readonly name: string;
  readonly fingerprint: string;
  readonly permission: 'approved' | 'pending' | 'denied';
  readonly file?: PathView;
  readonly project?: PathView;
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
}

/** `GET /api/project-trust`. Empty if the page was started in the home directory. */
export interface ProjectTrustAnswer {
  readonly project?: PathView;
  /** Whether the user's own servers start in the project, as clients start them, or in the home directory. */
  readonly isTrusted?: boolean;
  /** Trusted because one of its servers is approved, so only denying or forgetting that approval ends the trust. */
  readonly isByApproval?: boolean;
}

/** `POST /api/project-trust` */
export interface ProjectTrustDecision {
  readonly trusted: boolean;
}
