import type { PathView } from './common.ts';

/** Everything a person has to know before a server of a project is started or contacted, never cut. */
export interface ApprovalView {
  readonly name: string;
  readonly fingerprint: string;
  readonly permission: 'approved' | 'pending' | 'denied';
  readonly file?: PathView;
  readonly project?: PathView;
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
}
