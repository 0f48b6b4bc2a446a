import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import { inSteps } from '../plan/in-steps.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import { changeReferences } from '../references/change-references.ts';
import { setActiveProfile } from './active-profile.ts';
import { cellKey, type DecideIn, evaluate, type EvaluateOptions, type Evaluation } from './evaluate.ts';
import { agreedBase, type Decision } from './merge.ts';
import { clashingPulls, pullIntoCatalogs } from './pull.ts';
import type { MergedCell, SyncCell } from './sync-cell.ts';
import { writeCells } from './write-cells.ts';

export interface SyncOptions {
  /** Take changes of the clients into the catalog. */
  readonly pull?: boolean | undefined;
  /** Settles fields that both sides changed. */
  readonly prefer?: 'mine' | 'theirs' | undefined;
  /** Remove entries that the catalog no longer wants, if nothing changed them. */
  readonly prune?: boolean | undefined;
  /** Decisions about single fields; they come first. */
  readonly decide?: DecideIn | undefined;
  /** Which files to sync; all when absent. */
  readonly only?: EvaluateOptions['only'];
  /** Uses a profile of a catalog from now on; undefined as its name means all servers. */
  readonly profile?: { readonly catalog: string; readonly name: string | undefined } | undefined;
}

export interface SyncPlan {
  /** Must not be written while a cell is in conflict. */
  readonly plan: Plan;
  /** Every server in every file that a catalog concerns. Contains secrets. */
  readonly cells: readonly SyncCell[];
}

/** Plans to bring the clients in line with the catalog. */
export async function sync(host: Host, options: SyncOptions = {}): Promise<SyncPlan> {
  let cells: readonly MergedCell[] = [];
  const first = async (on: Host): Promise<Plan> => {
    const draft = new PlanDraft(on, '');
    cells = await planOn(draft, options);
    return draft.plan();
  };
  const alone = await first(host);
  const renamed = new Map(cells.flatMap(({ name, renamedFrom: from }) => (from === undefined ? [] : [[from, name]])));
  const gone = cells.filter(({ outcome }) => options.prune && outcome === 'prune').map(({ name }) => name);
  const title = titleOf(cells, options);
  if (renamed.size === 0 && gone.length === 0) return { plan: { ...alone, title }, cells };
  const references = [
    ...[...renamed].map(([name, to]) => ({ name, to, change: true })),
    ...[...new Set(gone)].map((name) => ({ name, change: false })),
  ];
  const plan = await inSteps(host, title, [first, ...references.map((one) => (on: Host) => changeReferences(on, one))]);
  return { plan, cells };
}

async function planOn(draft: PlanDraft, options: SyncOptions): Promise<readonly MergedCell[]> {
  const { profile, only } = options;
  if (profile) await setActiveProfile(draft, profile.catalog, profile.name);
  const decide = deciding(options);
  const before = await evaluate(draft, { decide, only });
  const pulled = before.cells.filter(({ outcome }) => outcome === 'pull');
  const clashing = clashingPulls(pulled);
  if (clashing.size > 0)
    return before.cells.map((cell) => (clashing.has(cell) ? { ...cell, outcome: 'conflict' } : cell));
  if (before.cells.some(({ outcome }) => outcome === 'conflict')) return before.cells;
  if (pulled.length > 0) await pullIntoCatalogs(draft, pulled);
  // What both sides had in common counts as the base, or a pulled value would look like a conflict elsewhere.
  const agreed = new Map(before.cells.flatMap(agreedIn));
  const after = pulled.length > 0 ? await evaluate(draft, { decide, only, agreed }) : before;
  await writeCells(draft, after.cells, { prune: options.prune ?? false });
  return pulled.length > 0 ? shownCells(before, after) : after.cells;
}

function agreedIn({ document, name, mine, theirs, changes }: MergedCell): [string, Server][] {
  return document && mine && theirs ? [[cellKey(document, name), agreedBase(mine, changes)]] : [];
}

/** The cells as a person sees them: what is pulled, and what is written because of it. */
function shownCells(before: Evaluation, after: Evaluation): MergedCell[] {
  const pulled = new Map(
    before.cells.filter(({ outcome }) => outcome === 'pull').map((cell) => [keyOf(cell), cell] as const),
  );
  return after.cells.map((cell) => pulled.get(keyOf(cell)) ?? cell);
}

function keyOf({ path, name, target }: SyncCell): string {
  return JSON.stringify([path, target.client.id, target.scope, name]);
}

function deciding({ decide, pull, prefer }: SyncOptions): DecideIn {
  return (target, name) => {
    const own = decide?.(target, name);
    return (change): Decision | undefined => {
      const decision = own?.(change);
      if (decision !== undefined || change.by === 'mine') return decision;
      return change.by === 'both' ? prefer : pull ? 'theirs' : undefined;
    };
  };
}

function titleOf(cells: readonly MergedCell[], { prune, profile }: SyncOptions): string {
  const changed = cells.filter(
    ({ outcome }) => outcome === 'write' || outcome === 'pull' || (outcome === 'prune' && prune),
  );
  const acted = changed.length > 0 ? changed : cells.filter(({ outcome }) => outcome === 'adopt');
  const [names, places] = [new Set(acted.map(({ name }) => name)), new Set(acted.map(({ path }) => path))];
  const listed = names.size > 3 ? count(names.size, 'server') : [...names].join(', ');
  const head = profile ? `use profile ${profile.name ?? '(all servers)'}` : 'sync';
  return acted.length === 0 ? head : `${head}${profile ? ':' : ''} ${listed} in ${count(places.size, 'file')}`;
}
