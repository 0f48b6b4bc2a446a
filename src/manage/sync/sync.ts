import { count } from '../../model/count.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import { inSteps } from '../plan/in-steps.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import { visibleChanges } from '../plan/plan-words.ts';
import { changeReferences } from '../references/change-references.ts';
import { type ActiveProfiles, setActiveProfile } from './active-profile.ts';
import { cellKey, type DecideIn, evaluate, type EvaluateOptions } from './evaluate.ts';
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
  /** Uses profiles of catalogs from now on; undefined as a name means all servers. */
  readonly profiles?: readonly { readonly catalog: string; readonly name: string | undefined }[] | undefined;
}

export interface SyncPlan {
  /** Must not be written while a cell is in conflict. */
  readonly plan: Plan;
  /** Every server in every file that a catalog concerns. Contains secrets. */
  readonly cells: readonly SyncCell[];
  /** Problems of catalog entries that are meant for clients but cannot be synced. The plan has them too. */
  readonly issues: readonly Diagnostic[];
  /** Whether a server of the catalogs names clients, in use or not. */
  readonly hasTargets: boolean;
}

/** Plans to bring the clients in line with the catalog. */
export async function sync(host: Host, options: SyncOptions = {}): Promise<SyncPlan> {
  const draft = new PlanDraft(host, '');
  const before = await compared(draft, options);
  const { pulled, issues, hasTargets } = before;
  const finish = (plan: Plan, cells: readonly MergedCell[]): SyncPlan => ({
    plan: { ...plan, title: titleOf(plan, cells, host, options), diagnostics: [...plan.diagnostics, ...issues] },
    cells,
    issues,
    hasTargets,
  });
  if (before.cells.some(({ outcome }) => outcome === 'conflict')) return finish(draft.plan(), before.cells);
  if (pulled.length === 0 && !hasNameChanges(before.cells, options)) {
    await writeCells(draft, before.cells, options);
    return finish(draft.plan(), before.cells);
  }
  // What both sides had in common counts as the base, or a pulled value would look like a conflict elsewhere.
  const agreed = new Map(before.cells.flatMap(agreedIn));
  let cells: readonly MergedCell[] = before.cells;
  const plan = await inSteps(host, '', [
    async (on) => pulling(on, options),
    // A step of its own, because what is pulled from a project needs approval before it is written elsewhere.
    async (on) => {
      const next = new PlanDraft(on, '');
      const { decide, only } = optionsOf(options);
      const after = await evaluate(next, { decide, only, agreed: pulled.length > 0 ? agreed : undefined });
      await writeCells(next, after.cells, options);
      cells = shownCells(pulled, after.cells);
      return next.plan();
    },
    async (on) => renamingReferences(on, cells, options),
  ]);
  return finish(plan, cells);
}

interface Compared {
  readonly cells: readonly MergedCell[];
  /** Cells with values for the catalog. */
  readonly pulled: readonly MergedCell[];
  readonly active: ActiveProfiles;
  readonly issues: readonly Diagnostic[];
  readonly hasTargets: boolean;
}

async function compared(draft: PlanDraft, options: SyncOptions): Promise<Compared> {
  for (const { catalog, name } of options.profiles ?? []) await setActiveProfile(draft, catalog, name);
  const { cells, active, issues, hasTargets } = await evaluate(draft, optionsOf(options));
  const common = { active, issues, hasTargets };
  const pulled = cells.filter(({ outcome }) => outcome === 'pull');
  const clashing = clashingPulls(pulled, active);
  if (clashing.size === 0) return { ...common, cells, pulled };
  const marked = cells.map((cell): MergedCell => (clashing.has(cell) ? { ...cell, outcome: 'conflict' } : cell));
  return { ...common, cells: marked, pulled: [] };
}

/** Plans what clients have for the catalog, and which profile is in use. */
async function pulling(host: Host, options: SyncOptions): Promise<Plan> {
  const draft = new PlanDraft(host, '');
  const { pulled, active } = await compared(draft, options);
  await pullIntoCatalogs(draft, pulled, active);
  return draft.plan();
}

function optionsOf(options: SyncOptions): Pick<EvaluateOptions, 'decide' | 'only'> {
  return { decide: deciding(options), only: options.only };
}

function hasNameChanges(cells: readonly MergedCell[], { prune }: SyncOptions): boolean {
  return cells.some(({ renamedFrom, outcome }) => renamedFrom !== undefined || (prune && outcome === 'prune'));
}

/** Plans to rename references to servers that got another name, and reports those to servers that are gone. */
async function renamingReferences(host: Host, cells: readonly MergedCell[], { prune }: SyncOptions): Promise<Plan> {
  const renamed = new Map(cells.flatMap(({ name, renamedFrom: from }) => (from === undefined ? [] : [[from, name]])));
  const gone = cells.filter(({ outcome }) => prune && outcome === 'prune').map(({ name }) => name);
  const references = [
    ...[...renamed].map(([name, to]) => ({ name, to, change: true })),
    ...[...new Set(gone)].map((name) => ({ name, change: false })),
  ];
  return inSteps(
    host,
    '',
    references.map((one) => (on: Host) => changeReferences(on, one)),
  );
}

function agreedIn({ document, name, mine, theirs, changes }: MergedCell): [string, Server][] {
  return document && mine && theirs ? [[cellKey(document, name), agreedBase(mine, changes)]] : [];
}

/** The cells as a person sees them: what is pulled, and what is written because of it. */
function shownCells(pulled: readonly MergedCell[], after: readonly MergedCell[]): MergedCell[] {
  const before = new Map(pulled.map((cell) => [keyOf(cell), cell] as const));
  return after.map((cell) => before.get(keyOf(cell)) ?? cell);
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

/** Says what the plan does: which servers it syncs, and how many files that changes. */
function titleOf(plan: Plan, cells: readonly MergedCell[], host: Host, { prune, profiles }: SyncOptions): string {
  const [profile] = profiles ?? [];
  const files = visibleChanges(plan, host).length;
  const acted = cells.filter(({ outcome }) =>
    files === 0 ? outcome === 'adopt' : outcome === 'write' || outcome === 'pull' || (outcome === 'prune' && prune),
  );
  const head = profile ? `use profile ${profile.name ?? '(all servers)'}` : 'sync';
  if (acted.length === 0) return head;
  const names = new Set(acted.map(({ name }) => name));
  const listed = names.size > 3 ? count(names.size, 'server') : [...names].join(', ');
  const places = new Set(acted.map(({ path }) => path)).size;
  const what =
    files === 0 ? `${listed} equal in ${count(places, 'file')}, now tracked` : `${listed} in ${count(files, 'file')}`;
  return `${head}${profile || files === 0 ? ':' : ''} ${what}`;
}
