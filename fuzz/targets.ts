import type { FuzzTarget } from './target.ts';
import { callbackQueries } from './targets/callback-queries.ts';
import { kindsOfFiles } from './targets/kinds-of-files.ts';
import { lockFiles } from './targets/lock-files.ts';

/** All targets, in the order of docs/security-tests.md. One file each, in `targets/`. */
export const targets: readonly FuzzTarget[] = [kindsOfFiles, lockFiles, callbackQueries];
