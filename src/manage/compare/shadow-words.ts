import type { ShadowReason } from '../../discovery/types.ts';

/** Why a definition does not count. */
export const shadowWords: Readonly<Record<ShadowReason, string>> = {
  'higher-scope': 'a scope that counts more has the name too',
  'nearer-directory': 'a file nearer to the project has the name too',
  'earlier-file': 'another file that the client prefers has the name too',
  'earlier-entry': 'the name stands earlier in the same file too',
  'managed-only': "an administrator's file is there, and the client reads nothing else then",
  invalid: 'it is not a server the client could use',
  'not-read': 'the client does not look into this file',
};
