import { count } from '../count.ts';
import { define } from './error-entry.ts';

/** Errors of sync, init and profile. */
export const syncErrors = {
  'sync-conflict': define(
    'The catalog and a client, or two clients, changed the same field since the last sync. Nothing is written.',
    (data: { count: number }) => `In conflict: ${count(data.count, 'definition')}. Nothing is written.`,
  ),
  'catalog-exists': define('The project has a catalog already.', (data: { path: string }) => `${data.path} exists.`),
  'profile-unknown': define(
    'No catalog here has a profile with this name.',
    (data: { name: string; known: readonly string[] }) => `Unknown profile "${data.name}"`,
  ),
  'profile-exists': define(
    'The catalog already has a profile with this name.',
    (data: { name: string; path: string }) => `Profile "${data.name}" already exists in ${data.path}`,
  ),
} as const;
