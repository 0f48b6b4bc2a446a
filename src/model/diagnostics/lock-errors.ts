import { count } from '../count.ts';
import { define } from './error-entry.ts';

/** Errors of the lock. */
export const lockErrors = {
  'lock-missing': define(
    'There is no `plugboard.lock`, but `--locked` needs one.',
    (data: { path: string }) => `${data.path} does not exist.`,
  ),
  'lock-differs': define(
    'A server is not as it is in `plugboard.lock`, so it is not used. `data.why` says how it differs.',
    (data: { name: string; why: string }) => `"${data.name}" is not as locked: ${data.why}.`,
  ),
  'lock-outdated': define(
    'Servers differ from `plugboard.lock`. Nothing is changed without `--update`.',
    (data: { servers: readonly string[] }) =>
      `${count(data.servers.length, 'server')} locked otherwise: ${data.servers.join(', ')}.`,
  ),
} as const;
