import { quoteWord } from '../shell/quote-word.ts';
import { define, quote } from './diagnostic-entry.ts';

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** Diagnostics about what the catalog says for Plugboard itself, and about clients that differ from it. */
export const syncDiagnostics = {
  'catalog-field-ignored': define(
    'warning',
    'A field of the catalog that is for Plugboard alone has the wrong type. The field is ignored.',
    (a: { field: string; expected: string; received: string }) =>
      `${quote(a.field)} must be ${article(a.expected)}, not ${a.received}; it is ignored`,
    (a) => `Make it ${article(a.expected)}`,
  ),
  'sync-target-unknown': define(
    'warning',
    'A target or an override in the catalog names no client, scope or group.',
    (a: { target: string; near?: string }) =>
      `Unknown target ${quote(a.target)}${a.near === undefined ? '' : `. Did you mean ${quote(a.near)}?`}`,
    () => 'Use a client, client:scope, a group of this file, or "*"; plugboard clients lists the clients',
  ),
  'override-invalid': define(
    'warning',
    'What the catalog says for one client only is invalid, so the server is not synced to that client.',
    (a: { client: string; field: string }) => `The override of ${quote(a.field)} for ${a.client} is invalid`,
    () => 'Give it the type that the field has in a server',
  ),
  'sync-drift': define(
    'warning',
    'A client differs from the catalog.',
    (a: { name: string; place: string; state: string; fields: readonly string[]; isBlocked?: boolean }) =>
      `${quote(a.name)} in ${a.place} is out of sync: ${a.state}${a.fields.length === 0 ? '' : ` (${a.fields.join(', ')})`}`,
    (a) =>
      a.isBlocked
        ? 'Correct what keeps it from being synced, then run: plugboard sync'
        : 'See what a sync would change: plugboard sync --dry-run',
  ),
  'sync-conflict': define(
    'error',
    'The catalog and a client changed the same field since the last sync, or differ where nothing was synced yet.',
    (a: { name: string; place: string; state: string; fields: readonly string[] }) =>
      `${quote(a.name)} in ${a.place} is in conflict: ${a.state} (${a.fields.join(', ')})`,
    (a) =>
      `Take the catalog values: plugboard sync ${a.place} --prefer mine; or those of the client: plugboard sync ${a.place} --prefer theirs`,
  ),
  'profile-missing': define(
    'warning',
    'The profile in use is not in the catalog any more, or it has no list of servers. What it wrote stays as it is.',
    (a: { name: string; isOfProject: boolean }) =>
      `The profile ${quote(a.name)} is in use, but the catalog does not define it; its servers are left as they are`,
    (a) =>
      `Define it again: plugboard profile create ${quoteWord(a.name)} <servers...>${a.isOfProject ? ' --project' : ''}; or use all servers: plugboard profile use --all`,
  ),
  'group-shadowed': define(
    'warning',
    'A group of the catalog has the name of a client, so it can never be meant.',
    (a: { name: string }) => `The group ${quote(a.name)} has the name of a client, which is used instead`,
    () => 'Rename the group',
  ),
};
