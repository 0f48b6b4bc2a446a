import type { Entry } from '../../clients/read-document.ts';
import { previewEntry } from '../../clients/revise-entry.ts';
import { type Diagnostic, describe } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { type Loss, refusalIn } from '../../model/diagnostics/loss.ts';
import { definitionFor } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import { servedName } from '../../model/launcher/launcher-entry.ts';
import { keepOwnForm } from '../../model/launcher/started-server.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import type { ValueMap } from '../../model/value.ts';
import { isStateFile } from '../../store/state/places.ts';
import type { FileChange } from '../../store/write/plan.ts';
import { mergeClientFields } from '../plan/merge-client-fields.ts';
import { type OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { entriesElsewhere, putServer } from '../plan/put-server.ts';
import { soundServersOf } from '../plan/servers-in.ts';
import type { Target } from '../plan/target.ts';
import type { FieldChange, Outcome } from '../sync/merge.ts';
import { hasVault, type WouldBe, wouldBeVaulted } from '../vaulted/vaulted-entry.ts';

/** State of one server in one client, relative to the catalog. */
export type CellState =
  /** Writing the catalog's definition would change nothing. */
  | 'same'
  | 'differs'
  | 'not-there'
  /** Defined in the client but not in the catalog. */
  | 'only-there'
  /** The client cannot represent the catalog's definition, or its file cannot be read. */
  | 'unwritable';

export interface Cell {
  readonly client: string;
  readonly scope: Scope;
  readonly name: string;
  readonly state: CellState;
  /** Losses when written to the client. */
  readonly losses: readonly Loss[];
  /**
   * The change that would write the catalog's definition, if requested. Contains secrets: render it with `unifiedDiff`.
   */
  readonly changes: readonly FileChange[];
  /** The catalog's definition and the client's current one. Both contain secrets. */
  readonly wanted?: Server;
  readonly present?: Server;
  /** Why it cannot be written. */
  readonly why?: string;
  /** What a sync says, if a catalog wants the server there. */
  readonly sync?: SyncState;
}

/** A server that is kept in sync there. */
export interface SyncState {
  readonly outcome: Outcome;
  /** Whether client and catalog differ in a way that a person has to know of. */
  readonly drift: boolean;
  /** Fields that changed since the last sync. Contains secrets. */
  readonly changes: readonly FieldChange[];
  /** What was last written. Contains secrets. */
  readonly base?: Server;
}

export interface Comparison {
  /** Server names in the catalog. */
  readonly names: readonly string[];
  readonly cells: readonly Cell[];
  /** Issues with files that cannot be read. */
  readonly issues: readonly Diagnostic[];
  /** Errors in single servers, in the catalog or in a client. */
  readonly errors: readonly Diagnostic[];
}

export interface ComparisonOptions {
  /** Server names; all when absent. */
  readonly only?: readonly string[] | undefined;
  /** False skips computing the text changes, which takes most of the time. */
  readonly changes?: boolean;
}

/** Compares client files with the catalog, or with another source of definitions. */
export async function compareWithCatalog(
  host: Host,
  catalog: Target,
  targets: readonly Target[],
  { only, changes = true }: ComparisonOptions = {},
): Promise<Comparison> {
  const isWanted = (name: string): boolean => only?.includes(name) ?? true;
  const draft = new PlanDraft(host, '');
  const ours = await soundServersOf(draft, await draft.open(catalog));
  const servers = new Map([...ours.servers].filter(([name]) => isWanted(name)));
  const mayDiffer = await hasVault(draft);
  const cells: Cell[] = [];
  const issues: Diagnostic[] = [];
  const errors = [...ours.errors];
  for (const target of targets) {
    try {
      const document = await draft.open(target);
      const { servers: present, entries, errors: theirs } = await soundServersOf(draft, document);
      for (const error of theirs) errors.push(error);
      const elsewhere = await entriesElsewhere(draft, document);
      const wantedHere = definitionsFor(target, catalog, servers);
      for (const [name, server] of wantedHere) {
        const compared = { name, server, present: present.get(name), other: elsewhere(name), entries };
        const wouldBe = mayDiffer ? await vaultedForm(draft, document, compared) : undefined;
        const cell = cellOf(target, document, compared, wouldBe);
        cells.push(changes ? { ...cell, changes: await changesFor(draft, document, cell, wouldBe?.server) } : cell);
      }
      const others = [...present].filter(([name]) => isWanted(name) && !wantedHere.has(name));
      for (const [name, server] of others) cells.push({ ...plainCell(target, name, 'only-there'), present: server });
    } catch (error) {
      const { diagnostics } = malformed(error);
      for (const diagnostic of diagnostics) issues.push(diagnostic);
      const [first] = diagnostics;
      const why = first ? describe(first).message : '';
      for (const name of servers.keys()) cells.push({ ...plainCell(target, name, 'unwritable'), why });
    }
  }
  return { names: [...servers.keys()], cells, issues, errors };
}

/** What a server that is not there yet would become if its secrets are in a vault. */
async function vaultedForm(
  draft: PlanDraft,
  document: OpenDocument,
  { name, server, present }: Compared,
): Promise<WouldBe | undefined> {
  return present ? undefined : wouldBeVaulted(draft, document, name, server);
}

/** The definitions for a client: those of a catalog with the overrides of the client, without what is kept out of it. */
function definitionsFor(
  { client }: Target,
  source: Target,
  servers: ReadonlyMap<string, Server>,
): ReadonlyMap<string, Server> {
  if (!source.client.verbatim || client.verbatim) return servers;
  return new Map(
    [...servers].flatMap(([name, server]): [string, Server][] => {
      const definition = definitionFor(server, client.id);
      return definition ? [[name, definition]] : [];
    }),
  );
}

interface Compared {
  readonly name: string;
  readonly server: Server;
  readonly present: Server | undefined;
  /** The entry of that name in another file, for clients that merge files. */
  readonly other: ValueMap | undefined;
  /** All entries of the document. */
  readonly entries: ReadonlyMap<string, Entry>;
}

/** `wouldBe` is what a new entry would be, if that may not be the definition itself. */
function cellOf(target: Target, document: OpenDocument, compared: Compared, wouldBe?: WouldBe): Cell {
  const { name, server, present, other, entries } = compared;
  if (wouldBe?.why !== undefined) return { ...plainCell(target, name, 'unwritable'), wanted: server, why: wouldBe.why };
  const { client, place, revision } = document;
  const read = { client, place, root: revision.value };
  const { written, losses, changes } = previewEntry(read, name, wouldBe?.server ?? asWritten(server, present), {
    other,
    known: entries,
  });
  // The gateway serves what the catalog says.
  const isServed = present !== undefined && servedName(present) === name;
  const state = isServed
    ? 'same'
    : written
      ? stateOf(server, present, changes)
      : stateOfUnwritten(server, present, losses);
  const { id } = target.client;
  const { scope } = target;
  // Fields are listed by name: a spread costs more than the comparison.
  if (state === 'unwritable') {
    const why = refusalIn(losses)?.why ?? '';
    const cell: Cell = { client: id, scope, name, state, losses, changes: noChanges, wanted: server, why };
    return present ? { ...cell, present } : cell;
  }
  if (!present) return { client: id, scope, name, state, losses, changes: noChanges, wanted: server };
  return { client: id, scope, name, state, losses, changes: noChanges, wanted: server, present };
}

function stateOf(server: Server, present: Server | undefined, changes: boolean): CellState {
  if (!present) return 'not-there';
  // The switch may be a list in another file.
  const switches = (server.disabled ?? false) !== (present.disabled ?? false);
  return changes || switches ? 'differs' : 'same';
}

/** Without a switch, a disabled server is correctly absent. */
function stateOfUnwritten(server: Server, present: Server | undefined, losses: readonly Loss[]): CellState {
  const isLeftOut = !present && server.disabled && losses.some(({ reason }) => reason === 'no-switch');
  return isLeftOut ? 'same' : 'unwritable';
}

function asWritten(server: Server, present: Server | undefined): Server {
  return present ? mergeClientFields(keepOwnForm(present, server, noSecrets), present) : server;
}

/** Each server is tried separately on the same document, which is not changed. */
async function changesFor(
  draft: PlanDraft,
  document: OpenDocument,
  cell: Cell,
  wouldBe: Server | undefined,
): Promise<readonly FileChange[]> {
  const { state, name, wanted, present } = cell;
  if (!wanted || (state !== 'differs' && state !== 'not-there')) return [];
  const trial = draft.apart();
  const server = wouldBe ?? asWritten(wanted, present);
  await putServer(trial, await trial.reopen(document), name, server, { source: undefined });
  return trial.plan().changes.filter(({ path }) => !isStateFile(draft.host, path));
}

/** Shared instance: most cells are empty. */
const noChanges: readonly FileChange[] = [];
const noSecrets: ReadonlySet<string> = new Set();

function plainCell({ client, scope }: Target, name: string, state: CellState): Cell {
  return { client: client.id, scope, name, state, losses: [], changes: noChanges };
}

function malformed(error: unknown): PlugboardError<'document-malformed'>['data'] {
  if (error instanceof PlugboardError && error.code === 'document-malformed')
    return (error as PlugboardError<'document-malformed'>).data;
  throw error;
}
