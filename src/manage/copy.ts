import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import type { Plan } from '../store/plan.ts';
import { keepingOwn } from './keep-own.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn, putServer } from './put-server.ts';
import { takeServer } from './take-server.ts';
import { nameOf, type Target } from './target.ts';

export interface CopyOptions {
  /** What to do where the name is taken: leave that target out, replace what is there, or take a free name. */
  readonly conflict?: 'fail' | 'skip' | 'overwrite' | 'rename';
  /** Remove the server from where it came from. */
  readonly move?: boolean;
}

/** Plans to bring a server from one client or scope to others. */
export async function copy(
  host: Host,
  name: string,
  from: Target,
  to: readonly Target[],
  options: CopyOptions = {},
): Promise<Plan> {
  const verb = options.move ? 'move' : 'copy';
  const draft = new PlanDraft(host, `${verb} ${name} from ${nameOf(from)} to ${to.map(nameOf).join(', ')}`);
  const source = await draft.open(from);
  const entry = await entryIn(draft, source, name);
  if (!entry) throw new PlugboardError('server-missing', { name, file: source.path });
  let everywhere = true;
  for (const target of to) everywhere = (await bring(draft, name, entry.server, target, options)) && everywhere;
  // What could not be brought everywhere is not taken away either.
  if (options.move && everywhere) await takeServer(draft, await draft.open(from), name);
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
    for (const name of names) await bring(draft, name, servers[name] as Server, target, options);
  return draft.plan();
}

async function bring(
  draft: PlanDraft,
  name: string,
  server: Server,
  target: Target,
  options: CopyOptions,
): Promise<boolean> {
  const document = await draft.open(target);
  const present = await entryIn(draft, document, name);
  if (present && options.conflict === 'skip') return false;
  if (present && (options.conflict ?? 'fail') === 'fail')
    throw new PlugboardError('server-exists', { name, file: document.path });
  let free = name;
  for (let count = 2; options.conflict === 'rename' && (await entryIn(draft, document, free)); count += 1)
    free = `${name}-${count}`;
  const replaces = present !== undefined && free === name;
  return putServer(draft, document, free, replaces ? keepingOwn(server, present.server) : server);
}
