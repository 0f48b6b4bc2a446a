import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../read/read-own-file.ts';
import { stateFile } from './places.ts';
import { writeOwnFile } from './state-file.ts';

/** How long a person has to decide, and how long the outcome can be asked for. */
const KEPT_MS = 60 * 60 * 1000;
/** The oldest go first when an assistant makes many. */
const MOST = 100;

const shape = z.object({
  id: z.string(),
  title: z.string(),
  /** The client that asked, as it names itself. */
  askedBy: z.string(),
  /** The directory that the plan was made in. */
  directory: z.string(),
  made: z.string(),
  state: z.enum(['pending', 'applied', 'rejected', 'failed']),
  /** What a person should know besides the changes, such as what a registry's document gives reason to say. */
  warnings: z.array(z.string()),
  /** Hash of the texts that were shown. */
  digest: z.string(),
  /** What to plan; absent once it is decided, because it may contain secrets. */
  request: z.unknown().optional(),
  /** Id of the change in the history. */
  change: z.string().optional(),
});

/** A plan that an assistant made and a person decides on. */
export type PendingPlan = z.infer<typeof shape>;

/** Random, and too long to be guessed. */
const idPattern = /^[0-9a-f]{24}$/;

function pathOf(host: Host, id: string): string {
  return stateFile(host, `plans/${id}.json`);
}

/** Stores a plan until it is decided or expires. */
export async function keepPlan(
  host: Host,
  plan: Pick<PendingPlan, 'title' | 'askedBy' | 'warnings' | 'digest' | 'request'>,
): Promise<PendingPlan> {
  const id = randomBytes(12).toString('hex');
  const made = host.now().toISOString();
  const kept: PendingPlan = { id, ...plan, directory: host.cwd, made, state: 'pending' };
  await write(host, kept);
  const all = await listPlans(host);
  for (const { id: old } of all.slice(MOST)) await host.fs.unlink(pathOf(host, old)).catch(() => undefined);
  return kept;
}

/** All plans that have not expired, newest first. Removes the expired ones. */
export async function listPlans(host: Host): Promise<PendingPlan[]> {
  const names = await host.fs.readDirectory(stateFile(host, 'plans')).catch(() => []);
  const ids = names.flatMap((name) => {
    const id = name.replace(/\.json$/, '');
    return idPattern.test(id) ? [id] : [];
  });
  const plans = await Promise.all(ids.map(async (id) => read(host, id)));
  return plans.flatMap((plan) => plan ?? []).toSorted((a, b) => (a.made < b.made ? 1 : -1));
}

/** The plan with this id. Throws `plan-unknown`. */
export async function findPlan(host: Host, id: string): Promise<PendingPlan> {
  const plan = idPattern.test(id) ? await read(host, id) : undefined;
  if (!plan) throw new PlugboardError('plan-unknown', { id });
  return plan;
}

/** Records the decision. The request is dropped, so that the plan cannot be used again. */
export async function decidePlan(
  host: Host,
  { request: _, ...plan }: PendingPlan,
  state: Exclude<PendingPlan['state'], 'pending'>,
  change?: string,
): Promise<void> {
  await write(host, { ...plan, state, ...(change !== undefined && { change }) });
}

async function write(host: Host, plan: PendingPlan): Promise<void> {
  await writeOwnFile(host, pathOf(host, plan.id), `${JSON.stringify(plan)}\n`);
}

async function read(host: Host, id: string): Promise<PendingPlan | undefined> {
  const path = pathOf(host, id);
  if (!(await host.fs.status(path))) return undefined;
  const { data } = shape.safeParse(await readOwnJson(host, path).catch(() => undefined));
  const age = data?.id === id ? host.now().getTime() - Date.parse(data.made) : Number.NaN;
  if (age >= 0 && age < KEPT_MS) return data;
  await host.fs.unlink(path).catch(() => undefined);
  return undefined;
}
