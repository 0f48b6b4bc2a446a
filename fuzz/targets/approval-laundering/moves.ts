import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clients } from '../../../src/clients/registry.ts';
import { copy } from '../../../src/manage/copy.ts';
import { exportServers } from '../../../src/manage/export-servers.ts';
import { findEverywhere, findInClient, type FoundServer } from '../../../src/manage/found-servers.ts';
import { importFound } from '../../../src/manage/import-found.ts';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import type { Target } from '../../../src/manage/plan/target.ts';
import { sourcesOfText } from '../../../src/manage/project-source.ts';
import { remove } from '../../../src/manage/remove.ts';
import { clone, rename } from '../../../src/manage/rename.ts';
import { setEnabled } from '../../../src/manage/set-enabled.ts';
import { update } from '../../../src/manage/update.ts';
import type { Host } from '../../../src/model/host.ts';
import { addToSet, createSet } from '../../../src/sets/change-set.ts';
import { findServers } from '../../../src/sets/find-servers.ts';
import { setsHere } from '../../../src/sets/sets-here.ts';
import { recordCopies } from '../../../src/store/approvals/copied-definitions.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import type { Plan } from '../../../src/store/write/plan.ts';
import type { Random } from '../../random.ts';
import { pageMovesWith } from './page-moves.ts';

export type Move = readonly [name: string, move: () => Promise<unknown>];

const catalog: Target = { client: clients.canonical, scope: 'user' };
const targets: readonly Target[] = [
  catalog,
  catalog,
  { client: clients['mcp-json'], scope: 'project' },
  { client: clients['mcp-json'], scope: 'project' },
  { client: clients.cursor, scope: 'project' },
  { client: clients.cursor, scope: 'user' },
  { client: clients.codex, scope: 'user' },
  { client: clients['claude-code'], scope: 'local' },
  { client: clients.opencode, scope: 'user' },
];
/** Project servers more often: moves of missing servers are rejected. */
const names = ['evil', 'evil', 'evil-2', 'evil-2', 'copy'] as const;

/** Every operation that can move a definition. Plans are written as by a script, with nothing approved. */
export function movesWith(host: Host, random: Random): { moves: readonly Move[]; close(): Promise<void> } {
  const apply = async (plan: Plan | Promise<Plan>): Promise<unknown> => applyPlan(host, await plan);
  const name = (): string => random.pick(names);
  const place = (): Target => random.pick(targets);
  const conflict = (): 'overwrite' | 'rename' | 'skip' => random.pick(['overwrite', 'rename', 'skip'] as const);
  const take = async (found: readonly FoundServer[]): Promise<unknown> =>
    apply(
      (await importFound(host, found, [place()], { conflict: conflict(), withoutSecrets: random.below(2) === 0 })).plan,
    );
  const directory = join(host.home, '.claude/mcp-configs');
  const page = pageMovesWith(host, random, { name, place });

  const moves: Move[] = [
    ['import all', async () => take((await findEverywhere(host)).servers)],
    ['import a client', async () => take((await findInClient(host, 'cursor')).servers)],
    ['import a file', async () => take(await foundIn(host, join(host.cwd, '.mcp.json')))],
    ['import a set', async () => take(await foundIn(host, join(directory, 'kept.json')))],
    ['import what was exported', async () => take(await foundIn(host, join(host.home, 'out.json')))],
    ['export', async () => exportTo(join(host.home, 'out.json'), host)],
    ['copy', async () => apply(copy(host, name(), place(), [place()], { conflict: conflict() }))],
    ['move', async () => apply(copy(host, name(), place(), [place()], { conflict: conflict(), move: true }))],
    ['rename', async () => apply(rename(host, name(), name(), [place()]))],
    ['clone', async () => apply(clone(host, name(), name(), [place()]))],
    [
      'edit',
      async () =>
        apply(update(host, name(), (server) => ({ ...server, timeout: 5, env: { ...server.env, X: '1' } }), [place()])),
    ],
    ['switch', async () => apply(setEnabled(host, name(), random.below(2) === 0, [place()]))],
    ['remove', async () => apply(remove(host, name(), [place()], { evenIfReferenced: true }))],
    ['undo', async () => undo(host)],
    ['sets create', async () => intoSet(host, directory, name(), true)],
    ['sets add', async () => intoSet(host, directory, name(), false)],
    ...page.moves,
  ];
  return { moves, close: page.close };
}

async function intoSet(host: Host, directory: string, name: string, isNew: boolean): Promise<void> {
  const servers = await findServers(host, [name], (await setsHere(host)).sets);
  const set = { path: join(directory, 'kept.json'), name: 'kept', servers, overwrite: true };
  await applyPlan(host, await (isNew ? createSet(host, set) : addToSet(host, set)));
}

/** As `plugboard import <file>` reads it. */
async function foundIn(host: Host, file: string): Promise<FoundServer[]> {
  const text = Buffer.from(await host.fs.readFile(file)).toString();
  const { servers } = await readPasted(text, {});
  const sources = await sourcesOfText(host, servers, file);
  return servers.map(({ name, server }) => ({ name, server, from: file, file, source: sources.get(name) }));
}

/** As `plugboard export` prints everything. */
async function exportTo(file: string, host: Host): Promise<void> {
  const { servers: found } = await findEverywhere(host);
  const servers = Object.fromEntries(found.map(({ name, server }) => [name, server]));
  const sources = new Map(found.flatMap(({ name, source }) => (source ? [[name, source] as const] : [])));
  const { text, copied } = await exportServers(host, servers, catalog, { sources });
  await recordCopies(host, copied);
  writeFileSync(file, text);
}
