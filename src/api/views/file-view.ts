import { findClients } from '../../discovery/find-clients.ts';
import { planDiff, unifiedDiff } from '../../manage/compare/diff.ts';
import { actionOf } from '../../manage/plan/plan-words.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import { sameValue, type Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';
import type { DiffLineView, FileView, HunkView } from '../contract/plans.ts';
import { contentFor, readersOf } from './file-readers.ts';
import { clientName } from './servers/entry-view.ts';
import { pathView } from './words.ts';

const HEAD = /^@@ -(\d+),\d+ \+(\d+),\d+ @@$/;

/** The changes to one file, with secrets masked, except what the plan got from someone else. */
export async function fileView(change: FileChange, host: Host, plan?: Plan): Promise<FileView> {
  return {
    file: pathView(change.path, host),
    change: actionOf(change),
    hunks: hunkViews(plan ? planDiff(change, plan) : unifiedDiff(change)),
    summary: await summaryOf(change, host),
    clients: await clientsOf(change.path, host),
  };
}

/** A change as the page shows it: the lines of the masked diff that the command line prints. */
function hunkViews(diff: string): HunkView[] {
  const hunks: { oldStart: number; newStart: number; lines: DiffLineView[] }[] = [];
  for (const line of diff.split('\n').slice(2)) {
    const [, oldStart, newStart] = HEAD.exec(line) ?? [];
    if (oldStart !== undefined) hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines: [] });
    else if (/^[ +-]/.test(line))
      hunks.at(-1)?.lines.push({ kind: line.slice(0, 1) as DiffLineView['kind'], text: shown(line.slice(1)) });
  }
  return hunks;
}

/** Tabs are expected in files. */
function shown(text: string): string {
  return text.split('\t').map(visible).join('\t');
}

/** Several clients may read a file; clients not installed here are named only if no other does. */
async function clientsOf(path: string, host: Host): Promise<string[]> {
  const readers = [...new Set(readersOf(path, host, true).map(({ client }) => client.id))];
  const here = new Set((await findClients(host)).filter(({ installed }) => installed).map(({ client }) => client.id));
  const present = readers.filter((id) => here.has(id));
  return (present.length > 0 ? present : readers.slice(0, 1)).map(clientName);
}

/** `1 server changed, 2 other servers and 4 other keys kept` */
async function summaryOf(change: FileChange, host: Host): Promise<string> {
  const { before, after } = change;
  for (const reader of readersOf(change.path, host, true)) {
    const [old, now] = [await contentFor(reader, before), await contentFor(reader, after)];
    const added = [...now.servers.keys()].filter((name) => !old.servers.has(name)).length;
    const removed = [...old.servers.keys()].filter((name) => !now.servers.has(name)).length;
    const changed = [...now.servers].filter(
      ([name, server]) => old.servers.has(name) && !sameValue(server as Value, old.servers.get(name) as Value),
    ).length;
    if (added + removed + changed === 0) continue;
    const done = [...words(added, 'added'), ...words(changed, 'changed'), ...words(removed, 'removed')];
    return [done.join(', '), ...keptWords(now.servers.size - added - changed, now.otherKeys)].join(', ');
  }
  return after === undefined ? 'The file is deleted' : 'No definitions change, only settings of servers';
}

function words(number: number, change: string): string[] {
  return number === 0 ? [] : [`${count(number, 'server')} ${change}`];
}

function keptWords(servers: number, keys: number): string[] {
  const kept = [
    ...(servers > 0 ? [count(servers, 'other server')] : []),
    ...(keys > 0 ? [count(keys, 'other key')] : []),
  ];
  return kept.length === 0 ? [] : [`${kept.join(' and ')} kept`];
}
