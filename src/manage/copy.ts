import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { sameValue } from '../model/value.ts';
import type { Plan } from '../store/plan.ts';
import { replaceServer } from './add.ts';
import { bringBack, parkedIn } from './parking.ts';
import { type OpenDocument, PlanDraft } from './plan-draft.ts';
import { entryIn, isTaken } from './put-server.ts';
import { takeServer } from './take-server.ts';
import { nameOf, type Target } from './target.ts';
import { wholeServer } from './whole-server.ts';

export interface CopyOptions {
  /** What to do where the name is taken: leave that target out, replace what is there, or take a free name. */
  readonly conflict?: 'fail' | 'skip' | 'overwrite' | 'rename';
  /** Remove the server from where it came from. */
  readonly move?: boolean;
}

/** Plans to bring a server from one client or scope to others. It comes from several files where its client merges them. */
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
  const server = await definitionIn(draft, sources, name);
  let everywhere = true;
  for (const target of to) {
    const document = await draft.open(target);
    // Onto itself there is nothing to bring, and then nothing to take away either.
    const itself = options.conflict === 'overwrite' && sources.some((source) => isSamePlace(source, document));
    const brought = !itself && (await bring(draft, name, server, document, options));
    everywhere = brought && everywhere;
  }
  // What could not be brought everywhere is not taken away either.
  if (options.move && everywhere)
    for (const source of sources)
      await takeServer(draft, await bringBack(draft, await draft.reopen(source), name), name);
  return draft.plan();
}

/** Plans to define several servers at once, as they come from somebody else's file. */
export async function importServers(
  host: Host,
  servers: Readonly<Record<string, Server>>,
  targets: readonly Target[],
  options: CopyOptions = {},
): Promise<Plan> {
  const names = Object.keys(servers);
  const draft = new PlanDraft(host, `import ${names.join(', ')} to ${targets.map(nameOf).join(', ')}`);
  for (const target of targets)
    for (const name of names) await bring(draft, name, servers[name] as Server, await draft.open(target), options);
  return draft.plan();
}

async function definitionIn(draft: PlanDraft, sources: readonly OpenDocument[], name: string): Promise<Server> {
  let found: Server | undefined;
  for (const source of sources) {
    const entry = (await entryIn(draft, source, name)) ?? (await parkedIn(draft, source, name));
    if (!entry) throw new PlugboardError('server-missing', { name, file: source.path });
    found ??= (sources.length > 1 ? await wholeServer(draft, source, entry) : undefined) ?? entry.server;
  }
  return found ?? {};
}

function isSamePlace(one: OpenDocument, other: OpenDocument): boolean {
  return one.path === other.path && sameValue([...one.at], [...other.at]);
}

async function bring(
  draft: PlanDraft,
  name: string,
  server: Server,
  document: OpenDocument,
  { conflict = 'fail' }: CopyOptions,
): Promise<boolean> {
  const isFree = async (one: string): Promise<boolean> =>
    draft.handled(document, one) || !(await isTaken(draft, document, one));
  let as = name;
  if (!(await isFree(name))) {
    if (conflict === 'skip') return false;
    if (conflict === 'fail') throw new PlugboardError('server-exists', { name, file: document.path });
    if (conflict === 'rename') for (let count = 2; !(await isFree(as)); count += 1) as = `${name}-${count}`;
  }
  return replaceServer(draft, document, as, server);
}
