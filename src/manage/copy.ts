import { PlugboardError } from '../model/diagnostics/error.ts';
import { definitionFor } from '../model/fields/catalog-fields.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { sameValue } from '../model/value.ts';
import type { Plan } from '../store/write/plan.ts';
import { replaceServer } from './add.ts';
import { requireUsable } from './definitions/usable-server.ts';
import { bringBack, parkedIn } from './ledger/parking.ts';
import type { OutsideText } from './outside/outside-text.ts';
import { type OpenDocument, PlanDraft } from './plan/plan-draft.ts';
import { entryIn, isTaken, sourceIn } from './plan/put-server.ts';
import { removeServer } from './plan/remove-server.ts';
import { nameOf, type Target } from './plan/target.ts';
import { wholeServer } from './plan/whole-server.ts';
import type { ProjectSource } from './project-source.ts';
import { reportStoredValues } from './references/stored-values.ts';

export interface CopyOptions {
  /** Conflict handling: skip the target, replace the existing server, or use a free name. */
  readonly conflict?: 'fail' | 'skip' | 'overwrite' | 'rename';
  /** Remove the server from its source. */
  readonly move?: boolean;
}

/** Plans to copy a server to other clients or scopes. It has several source files when its client merges them. */
export async function copy(
  host: Host,
  name: string,
  from: Target | readonly Target[],
  to: readonly Target[],
  options: CopyOptions = {},
): Promise<Plan> {
  const verb = options.move ? 'move' : 'copy';
  const origins = 'client' in from ? [from] : from;
  const places = (targets: readonly Target[]): string => targets.map(nameOf).join(', ');
  const draft = new PlanDraft(host, `${verb} ${name} from ${places(origins)} to ${places(to)}`);
  const sources: OpenDocument[] = [];
  for (const origin of origins) sources.push(await draft.open(origin));
  const { server, source } = await definitionIn(draft, sources, name);
  let everywhere = true;
  for (const target of to) {
    const document = await draft.open(target);
    // Copying onto itself is a no-op, and must not remove the source.
    const itself = options.conflict === 'overwrite' && sources.some((one) => isSamePlace(one, document));
    const definition = definitionForTarget(server, sources, document);
    // What is written is what a person approves, not what the entry says for others.
    const from = source && { ...source, server: definition };
    const brought = !itself && (await bring(draft, { name, server: definition, source: from }, document, options));
    if (brought) reportStoredValues(draft, sources, document, definition);
    everywhere = brought && everywhere;
  }
  // The source is removed only when every copy was made.
  if (options.move && everywhere)
    for (const one of sources) await removeServer(draft, await bringBack(draft, await draft.reopen(one), name), name);
  return draft.plan();
}

/** What one client gets instead is part of the catalog's definition for it. */
function definitionForTarget(server: Server, sources: readonly OpenDocument[], { client }: OpenDocument): Server {
  const isOurs = sources.some((one) => one.client.verbatim) && !client.verbatim;
  return (isOurs ? definitionFor(server, client.id) : undefined) ?? server;
}

export interface ImportOptions extends CopyOptions {
  /** The source projects by server name. */
  readonly sources?: ReadonlyMap<string, ProjectSource>;
  /** What someone else wrote of them, by server name. */
  readonly outside?: ReadonlyMap<string, OutsideText>;
}

/** Plans to define several servers at once. */
export async function importServers(
  host: Host,
  servers: Readonly<Record<string, Server>>,
  targets: readonly Target[],
  options: ImportOptions = {},
): Promise<Plan> {
  const names = Object.keys(servers);
  const draft = new PlanDraft(host, `import ${names.join(', ')} to ${targets.map(nameOf).join(', ')}`);
  for (const target of targets)
    for (const name of names) {
      const one = {
        name,
        server: servers[name] as Server,
        source: options.sources?.get(name),
        outside: options.outside?.get(name),
      };
      await bring(draft, one, await draft.open(target), options);
    }
  return draft.plan();
}

interface Brought {
  readonly name: string;
  readonly server: Server;
  readonly source: ProjectSource | undefined;
  readonly outside?: OutsideText | undefined;
}

/** A merged definition comes from a project if any of its files does. */
async function definitionIn(draft: PlanDraft, documents: readonly OpenDocument[], name: string): Promise<Brought> {
  let found: Server | undefined;
  let source: ProjectSource | undefined;
  for (const document of documents) {
    const present = await entryIn(draft, document, name);
    const entry = present ?? (await parkedIn(draft, document, name));
    if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
    if (!present) entry.server.disabled = true;
    found ??= (documents.length > 1 ? await wholeServer(draft, document, entry) : undefined) ?? entry.server;
    source ??= await sourceIn(draft, document, entry);
  }
  const server = found ?? {};
  return { name, server, source: source && { ...source, server } };
}

function isSamePlace(one: OpenDocument, other: OpenDocument): boolean {
  return one.path === other.path && sameValue([...one.at], [...other.at]);
}

async function bring(
  draft: PlanDraft,
  { name, server, source, outside }: Brought,
  document: OpenDocument,
  { conflict = 'fail' }: CopyOptions,
): Promise<boolean> {
  requireUsable(name, server);
  const isFree = async (one: string): Promise<boolean> =>
    draft.handled(document, one) || !(await isTaken(draft, document, one));
  let as = name;
  if (!(await isFree(name))) {
    if (conflict === 'skip') return false;
    if (conflict === 'fail') throw new PlugboardError('server-exists', { name, file: document.path });
    if (conflict === 'rename') for (let count = 2; !(await isFree(as)); count += 1) as = `${name}-${count}`;
  }
  return replaceServer(draft, document, as, server, { source, outside });
}
