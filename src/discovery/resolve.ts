import type { Client } from '../clients/types.ts';
import { isUnusable, withIssues } from './entry.ts';
import { groupBy } from './group-by.ts';
import { mergeEntries, ofPart, ofWhole } from './merge-entries.ts';
import type { ReadClient } from './read-client.ts';
import type { DiscoveredClient, DiscoveredEntry, Shadowed, ShadowReason, Verdict } from './types.ts';

/** Decides for each name which definition is active in a client and which are shadowed. */
export function resolve(client: Client, { files, entries: asRead }: ReadClient): DiscoveredClient {
  const entries = client.merge === 'fields' ? asParts(asRead) : asRead;
  const only = files.find(({ location }) => location?.exclusive)?.location;
  const rejectingIn = rejecters(client, { files, entries });
  const rejectedFiles = new Set(files.flatMap((file) => (file.isRejected ? [file.path] : [])));
  const names = [...groupBy(entries, ({ name }) => name)].map(([name, group]): Verdict => {
    const excluded: Shadowed[] = [];
    const candidates: DiscoveredEntry[] = [];
    const rejected: DiscoveredEntry[] = [];
    for (const entry of group) {
      if (entry.location.unread) excluded.push({ entry, why: 'not-read' });
      else if (only && entry.location !== only) excluded.push({ entry, why: 'managed-only' });
      // An invalid entry is reported as such, also if it is the one that costs the others.
      else if (!isUnusable(entry.issues) && (rejectedFiles.has(entry.file) || rejectingIn(entry))) rejected.push(entry);
      else candidates.push(entry);
    }
    const chosen = client.merge === 'fields' && candidates.length > 1 ? merge(candidates) : choose(candidates);
    const used = chosen.merged ?? (chosen.active ? [chosen.active] : []);
    const gated = client.trust !== undefined && used.some(({ scope }) => scope === 'project');
    return {
      name,
      ...chosen,
      disabled: chosen.active?.server.disabled === true,
      ...(gated ? { needsTrust: client.trust } : {}),
      shadowed: [
        ...chosen.shadowed,
        ...rejected.map((entry) => shadowedBy({ entry, why: 'file-rejected' }, rejectingIn(entry))),
        ...excluded.map((one) => shadowedBy(one, chosen.active)),
      ],
    };
  });
  return { client, files, entries, names };
}

/** Finds the entry because of which the client does not use another one. */
function rejecters(
  client: Client,
  { files, entries }: ReadClient,
): (entry: DiscoveredEntry) => DiscoveredEntry | undefined {
  const found = new Map<string, DiscoveredEntry>();
  for (const { path, location, rejecting } of files) {
    if (rejecting === undefined) continue;
    const entry = entries.find((one) => one.file === path && one.location === location && one.name === rejecting);
    if (entry) found.set(path, entry);
  }
  const [first] = found.values();
  return client.behavior?.invalidEntryCosts === 'everything' ? () => first : ({ file }) => found.get(file);
}

type Choice = Pick<Verdict, 'active' | 'shadowed' | 'merged' | 'issues'>;

/** Entries that the client merges are parts and need not be complete on their own. */
function asParts(entries: readonly DiscoveredEntry[]): DiscoveredEntry[] {
  const groups = groupBy(entries, ({ name }) => name);
  return entries.map((entry) =>
    groups.get(entry.name)?.length === 1 ? entry : withIssues(entry, ofPart(entry.issues)),
  );
}

function merge(candidates: readonly DiscoveredEntry[]): Choice {
  const whole = mergeEntries(candidates);
  const issues = ofWhole(whole.issues);
  if (!isUnusable(whole.issues)) return { active: whole, shadowed: [], merged: candidates, issues };
  const shadowed = candidates.map((entry): Shadowed => ({ entry, why: 'invalid' }));
  return { active: undefined, shadowed, merged: candidates, issues };
}

/** Chooses the first valid entry. Invalid ones are skipped, because the client cannot use them either. */
function choose(candidates: readonly DiscoveredEntry[]): Choice {
  const index = candidates.findIndex(({ issues }) => !isUnusable(issues));
  const active = candidates[index];
  const shadowed = candidates.flatMap((entry, at): Shadowed[] => {
    if (!active) return [{ entry, why: 'invalid' }];
    if (at === index) return [];
    return [{ entry, by: active, why: at < index ? 'invalid' : reasonBetween(active, entry) }];
  });
  return { active, shadowed, issues: [] };
}

function reasonBetween(above: DiscoveredEntry, below: DiscoveredEntry): ShadowReason {
  if (above.scope !== below.scope) return 'higher-scope';
  if (above.distance !== below.distance) return 'nearer-directory';
  return above.file === below.file ? 'earlier-entry' : 'earlier-file';
}

function shadowedBy(shadowed: Shadowed, active: DiscoveredEntry | undefined): Shadowed {
  return active ? { ...shadowed, by: active } : shadowed;
}
