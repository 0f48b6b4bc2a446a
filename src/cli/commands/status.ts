import { withApprovals } from '../../live/approvals/listed-approvals.ts';
import { listServers, type ServerList } from '../../manage/list-servers.ts';
import { withoutParts } from '../../manage/listed-server.ts';
import { count } from '../../model/count.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { catalogId } from '../../model/origin.ts';
import type { Output } from '../output/output.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';

/** The output of `plugboard` without arguments: the clients with servers, and next steps. */
export const setUpStatus: CommandSetup = (command, context) => {
  command.action(async () => {
    const list = await listServers(context.host, { placed: false });
    const synced = await countDrift(list, context);
    printSummary({ ...list, servers: await withApprovals(context.host, list.servers) }, synced, context);
  });
};

/** What a sync says, in numbers. */
interface SyncCounts {
  /** Entries that differ from what the catalog wants. */
  readonly outOfSync: number;
  /** Problems of catalog entries that keep them from being synced. */
  readonly unsynced: number;
}

/** Undefined if there is nothing to sync. */
async function countDrift({ servers }: ServerList, { host }: CommandContext): Promise<SyncCounts | undefined> {
  const { hasWritten } = await import('../../manage/sync/written-file.ts');
  // Most users have no such catalog, and must not wait for the comparison.
  const isMeant = servers.some(({ client, server }) => client === catalogId && server.targets !== undefined);
  if (!isMeant && !(await hasWritten(host))) return undefined;
  const [{ evaluate }, { isDrift }, { PlanDraft }] = await Promise.all([
    import('../../manage/sync/evaluate.ts'),
    import('../../manage/sync/sync-cell.ts'),
    import('../../manage/plan/plan-draft.ts'),
  ]);
  // A catalog that cannot be read is reported already.
  const evaluated = await evaluate(new PlanDraft(host, '')).catch(() => undefined);
  if (!evaluated || (evaluated.cells.length === 0 && evaluated.issues.length === 0)) return undefined;
  const { cells, issues } = evaluated;
  return { outOfSync: cells.filter((cell) => isDrift(cell)).length, unsynced: issues.length };
}

const nextSteps = [
  ['plugboard list', 'list all servers, what they run and which clients have them'],
  ['plugboard get <name>', 'show where a server is defined and which definition is active'],
  ['plugboard add', 'add a server, step by step or from pasted text'],
  ['plugboard copy <name> --to …', 'copy a server to other clients'],
  ['plugboard doctor', 'find and repair issues'],
  ['plugboard undo', 'undo the last change'],
] as const;

function printSummary(
  { servers, issues, unread }: ServerList,
  synced: SyncCounts | undefined,
  { output }: CommandContext,
): void {
  output.unread(unread, true);
  const clients = [...new Set(servers.map(({ client }) => client))].map((client) => {
    const own = servers.filter((one) => one.client === client);
    return {
      client,
      servers: new Set(own.map(({ name }) => name)).size,
      active: withoutParts(own).filter(({ state }) => state === 'active').length,
      files: [...new Set(own.map(({ file }) => file))],
    };
  });
  const errors = issues.filter(isError).length;
  if (output.json) return output.data({ clients, errors, ...synced });
  if (clients.length === 0) output.print('No assistant on this machine has MCP servers yet.');
  const rows = clients.map((one) => {
    const name = one.client === catalogId ? 'your catalog' : one.client;
    const some = one.active === one.servers ? '' : `, ${one.active} active`;
    return [`${output.mark('ok')} ${name}`, `${one.servers} ${one.servers === 1 ? 'server' : 'servers'}${some}`];
  });
  for (const line of inColumns(rows)) output.print(line);
  if (errors > 0)
    output.print(`${output.mark('error')} ${errors} ${errors === 1 ? 'error' : 'errors'} in config files`);
  if (synced) printSynced(synced, output);
  output.talk('');
  for (const line of inColumns(nextSteps.map(([line, what]) => [`  ${line}`, output.style('dim', what)])))
    output.talk(line);
}

function printSynced({ outOfSync, unsynced }: SyncCounts, output: Output): void {
  if (unsynced > 0)
    output.print(`${output.mark('error')} ${count(unsynced, 'issue')} in the catalog: plugboard sync --check`);
  if (outOfSync > 0)
    output.print(`${output.mark('warning')} ${outOfSync} out of sync with the catalog: plugboard sync --check`);
  else if (unsynced === 0) output.print(`${output.mark('ok')} all clients in sync with the catalog`);
}
