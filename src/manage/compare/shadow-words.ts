import type { ShadowReason } from '../../discovery/types.ts';

/** Why a definition is not active. */
export const shadowWords: Readonly<Record<ShadowReason, string>> = {
  'higher-scope': 'overridden by a scope with higher precedence',
  'nearer-directory': 'overridden by a file nearer to the project',
  'earlier-file': 'overridden by a file with higher precedence',
  'earlier-entry': 'defined earlier in the same file',
  'managed-only': 'the client reads only the file of an administrator',
  invalid: 'the client cannot use it',
  'file-rejected': 'the client rejects its file',
  'not-read': 'the client does not read this file',
};
