import type { FuzzTarget } from './target.ts';
import { approvalLaundering } from './targets/approval-laundering.ts';

/** All targets, in the order of docs/security-tests.md. One file each, in `targets/`. */
export const targets: readonly FuzzTarget[] = [approvalLaundering];
