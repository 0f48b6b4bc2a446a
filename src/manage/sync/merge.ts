import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import { withValueAt } from '../../model/fields/catalog-fields.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { getOwn, sameValue, type Value, type ValueMap } from '../../model/value.ts';
import { alignFields, type FieldPath } from './fields.ts';

/** The three inputs of a merge, all as the client can express them. */
export interface Sides {
  /** What Plugboard last wrote there; undefined if it never did, or if that is no longer known. */
  readonly base: Server | undefined;
  /** The catalog's definition; undefined if the client is not to have the server. */
  readonly mine: Server | undefined;
  /** The entry in the client's file. */
  readonly theirs: Server | undefined;
}

/** A field that is not the same on all sides. An empty path means the whole entry. */
export interface FieldChange {
  readonly path: FieldPath;
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
  /** `same`: both sides made the same change. `both`: both changed it, differently. */
  readonly by: 'mine' | 'theirs' | 'same' | 'both';
}

/** How to settle a field: the catalog's value, the client's value for all, the client's value for it alone, not now. */
export type Decision = 'mine' | 'theirs' | 'keep' | 'skip';

/** Decides a field that changed; undefined leaves a change of the client where it is. */
export type Decide = (change: FieldChange) => Decision | undefined;

export type Outcome =
  | 'same'
  /** The client gets what changed in the catalog. */
  | 'write'
  /** The catalog gets what changed in the client. */
  | 'pull'
  /** The entry equals the catalog's and was not written by Plugboard; it is from now on compared with it. */
  | 'adopt'
  /** The entry stays as it is, although it differs. */
  | 'keep'
  /** Plugboard wrote the entry, nothing changed it, and the catalog no longer wants it there. */
  | 'prune'
  | 'conflict'
  | 'blocked';

export interface Merge {
  readonly outcome: Exclude<Outcome, 'blocked'>;
  readonly changes: readonly FieldChange[];
  /** Fields for the catalog, with the decision that sends them there. */
  readonly pulled: readonly { readonly change: FieldChange; readonly as: 'theirs' | 'keep' }[];
  /** The entry to write; absent if the client's file stays as it is. */
  readonly merged?: Server;
  /** What to remember as written; undefined forgets it. */
  readonly base: Server | undefined;
}

const undecided: Decide = () => undefined;

/** Merges one entry of one client with the catalog, field by field. */
export function mergeEntry(sides: Sides, decide: Decide = undecided): Merge {
  const { mine, theirs } = sides;
  if (!mine) return mergeUnwanted(sides, decide);
  return theirs ? mergeFields(sides, mine, theirs, decide) : mergeRemoved(sides, mine, decide);
}

function plain(outcome: Merge['outcome'], base: Server | undefined, changes: readonly FieldChange[] = []): Merge {
  return { outcome, changes, pulled: [], base };
}

/** The catalog does not want the server there, or no longer. */
function mergeUnwanted({ base, theirs }: Sides, decide: Decide): Merge {
  if (!theirs) return plain('same', undefined);
  // It was never ours.
  if (!base) return plain('keep', undefined);
  const changes = changesOf({ base, mine: base, theirs });
  if (changes.length === 0) return plain('prune', base);
  const released = changes.every((change) => decide(change) === 'theirs' || decide(change) === 'keep');
  return plain('keep', released ? undefined : base, changes);
}

/** The client does not have the entry, or no longer. */
function mergeRemoved({ base }: Sides, mine: Server, decide: Decide): Merge {
  if (!base) return { ...plain('write', mine), merged: mine };
  const isChanged = changesOf({ base, mine, theirs: base }).length > 0;
  const change: FieldChange = {
    path: [],
    base: base as Value,
    mine: mine as Value,
    theirs: undefined,
    by: isChanged ? 'both' : 'theirs',
  };
  const decision = decide(change);
  if (decision === 'mine') return { ...plain('write', mine, [change]), merged: mine };
  if (decision === 'theirs' || decision === 'keep')
    return { ...plain('pull', base, [change]), pulled: [{ change, as: 'keep' }] };
  return plain(isChanged && decision !== 'skip' ? 'conflict' : 'keep', base, [change]);
}

function mergeFields({ base }: Sides, mine: Server, theirs: Server, decide: Decide): Merge {
  const changes = changesOf({ base, mine, theirs });
  const decisions = changes.map((change) => decisionFor(change, decide));
  const fieldsTo = (...wanted: readonly string[]): FieldChange[] =>
    changes.filter((_, at) => wanted.includes(decisions[at] ?? ''));
  const all = changes.map(({ path }) => path);
  if (decisions.includes('conflict')) return plain('conflict', base, changes);
  // A skipped conflict leaves the whole entry alone, because a mixture of both sides may not work.
  if (decisions.includes('skip')) return plain('keep', base, changes);
  const written = fieldsTo('mine');
  const pulled = changes.flatMap((change, at) => {
    const as = decisions[at];
    return as === 'theirs' || as === 'keep' ? [{ change, as } as const] : [];
  });
  const merged = written.reduce((server, { path, mine: value }) => withField(server, path, value), theirs);
  // The client's own additions are not remembered, and a kept change is remembered as it was before.
  const remembered = changes.reduce((server, { path, base: value, theirs: now }, at) => {
    const decision = decisions[at];
    if (decision === 'mine' || decision === 'agreed') return server;
    return withField(server, path, decision === undefined ? value : now);
  }, mine);
  const outcome = pulled.length > 0 ? 'pull' : written.length > 0 ? 'write' : outcomeOf(base, all.length, decisions);
  return { outcome, changes, pulled, base: remembered, ...(written.length > 0 && { merged }) };
}

function outcomeOf(base: Server | undefined, count: number, decisions: readonly unknown[]): Merge['outcome'] {
  if (decisions.includes(undefined)) return 'keep';
  return base && count === 0 ? 'same' : 'adopt';
}

type FieldDecision = Decision | 'agreed' | 'conflict' | undefined;

/** What happens to a field; undefined keeps a change of the client where it is. */
function decisionFor(change: FieldChange, decide: Decide): FieldDecision {
  if (change.by === 'same') return 'agreed';
  const decision = decide(change);
  // The catalog's change is written, unless it is given up for the client's value.
  if (change.by === 'mine') return decision === 'theirs' || decision === 'keep' ? decision : 'mine';
  if (change.by === 'both') return decision ?? 'conflict';
  return decision === 'skip' ? undefined : decision;
}

/** The fields that are not equal on all sides. What only the client can have, or has beside, does not count. */
export function changesOf({ base, mine, theirs }: Sides): FieldChange[] {
  const changes = alignFields([base, mine, theirs]).flatMap(({ path, values }): FieldChange[] => {
    const [before, ours, there] = values;
    if (before === undefined && ours === undefined && !matters(path)) return [];
    const [isMine, isTheirs] = [!sameValue(before, ours), !sameValue(before, there)];
    if (!isMine && !isTheirs) return [];
    const field = { path, base: before, mine: ours, theirs: there };
    if (sameValue(ours, there)) return [{ ...field, by: 'same' }];
    // Without a base it is unknown who changed it.
    if (!base) return [{ ...field, by: 'both' }];
    return [{ ...field, by: isMine && isTheirs ? 'both' : isMine ? 'mine' : 'theirs' }];
  });
  return mine && theirs && isRemote(mine) !== isRemote(theirs) ? launchAsOne(changes) : changes;
}

/** The fields that both sides have in common, as a base for a later merge in the same sync. */
export function agreedBase(mine: Server, changes: readonly FieldChange[]): Server {
  return changes
    .filter(({ by }) => by !== 'same')
    .reduce((server, { path }) => withField(server, path, undefined), mine);
}

const launchFields: readonly string[] = ['transport', 'command', 'args', 'cwd', 'url', 'headers', 'env', 'auth'];

/** A local server on one side and a remote one on the other cannot be mixed. */
function launchAsOne(changes: readonly FieldChange[]): FieldChange[] {
  const ofLaunch = changes.filter(({ path, by }) => launchFields.includes(path[0] ?? '') && by !== 'same');
  const sides = new Set(ofLaunch.map(({ by }) => by));
  if (sides.size < 2) return [...changes];
  return changes.map((change) => (ofLaunch.includes(change) ? { ...change, by: 'both' } : change));
}

function isRemote(server: Server): boolean {
  return inferTransport(server) !== 'stdio';
}

function matters([field = '']: FieldPath): boolean {
  return getOwn<{ readonly matters: boolean }>(canonicalFields, field)?.matters ?? false;
}

function withField(server: Server, path: FieldPath, value: Value | undefined): Server {
  return withValueAt(server as ValueMap, path, value);
}
