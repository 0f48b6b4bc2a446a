import { findingOn } from '../finding.ts';
import type { ByClient, EntryCheck } from '../types.ts';

/** Keys that may not stand beside another one. That `command` and `url` exclude each other is known everywhere. */
const excluded: ByClient<Readonly<Record<string, readonly string[]>>> = {
  codex: {
    command: ['http_headers', 'env_http_headers', 'bearer_token_env_var', 'bearer_token', 'oauth_resource'],
    url: ['args', 'env', 'env_vars', 'cwd', 'bearer_token'],
  },
  roo: { url: ['args', 'env', 'cwd'], command: ['headers'] },
};

/** Entries that mix what belongs to started and to reached servers, in clients that refuse them. */
export const exclusiveKeys: EntryCheck = ({ entries }) =>
  entries.flatMap((subject) => {
    const { client, native } = subject.entry;
    return Object.entries(excluded[client.id] ?? {}).flatMap(([beside, keys]) => {
      if (!Object.hasOwn(native, beside)) return [];
      return keys
        .filter((key) => Object.hasOwn(native, key))
        .map((key) =>
          findingOn(subject, 'keys-exclude', { key, beside, client: client.name }, { at: [key], side: 'key' }),
        );
    });
  });
