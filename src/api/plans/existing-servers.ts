import * as z from 'zod';
import { copy } from '../../manage/copy.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { titleOf } from '../../manage/plan/target.ts';
import { remove } from '../../manage/remove.ts';
import { setEnabled } from '../../manage/set-enabled.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { TargetRef } from '../contract/common.ts';
import type { Operation } from '../contract/plans.ts';
import { chosenPlace } from './chosen-place.ts';
import { names, present, references, target, targets } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom, targetsIn, targetsWith } from './targets.ts';

type Remove = OperationOf<'remove'>;
type Switch = OperationOf<'enable'>;
type Copy = OperationOf<'copy'>;

/** Remaining references are shown with the plan; the user decides. */
export const removeServers: OperationKind<Remove> = {
  schema: z
    .object({ kind: z.literal('remove'), names, targets: targets.optional(), references })
    .transform((operation) => present(operation) as Remove),
  build: (operation, api) =>
    eachOne(operation, api, (host, name, refs) =>
      remove(host, name, refs.map(targetFrom), {
        evenIfReferenced: true,
        ...(operation.references && { references: operation.references }),
      }),
    ),
  narrow: async (operation, paths, api) => ({
    ...(await narrowed(operation, paths, api)),
    ...(operation.references && { references: paths }),
  }),
};

export const switchServers: OperationKind<Switch> = {
  schema: z
    .object({
      kind: z.enum(['enable', 'disable']),
      names,
      targets: targets.optional(),
      everywhere: z.boolean().optional(),
    })
    .transform((operation) => present(operation) as Switch),
  build: (operation, api) =>
    eachOne(operation, api, (host, name, refs) =>
      setEnabled(host, name, operation.kind === 'enable', refs.map(targetFrom), operation),
    ),
  narrow: narrowed,
};

/** Copies the active definition, or the one of a given file, to other files. Replaces servers of the same name. */
export const copyServers: OperationKind<Copy> = {
  schema: z
    .object({ kind: z.literal('copy'), names, from: target.optional(), targets })
    .transform((operation) => present(operation) as Copy),
  async build({ names: wanted, from, targets: refs }, api) {
    const steps = await Promise.all(
      wanted.map(async (name) => {
        const origin = targetFrom(from ?? (await chosenPlace(name, api)));
        return (host: Host) => copy(host, name, origin, refs.map(targetFrom), { conflict: 'overwrite' });
      }),
    );
    return inSteps(api.host, `copy ${inWords(wanted)} to ${titleOf(refs.map(targetFrom))}`, steps);
  },
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
  }),
};

interface Spread {
  readonly kind: Operation['kind'];
  readonly names: readonly string[];
  readonly targets?: readonly TargetRef[];
}

async function eachOne(
  { kind: verb, names: wanted, targets: refs }: Spread,
  api: ApiContext,
  plan: (host: Host, name: string, targets: readonly TargetRef[]) => Promise<Plan>,
): Promise<Plan> {
  const places = await Promise.all(wanted.map(async (name) => placesFor(verb, name, refs, api)));
  const where = titleOf(places.flat().map(targetFrom));
  const steps = wanted.map((name, index) => (host: Host) => plan(host, name, places[index] ?? []));
  return inSteps(api.host, `${verb} ${inWords(wanted)} ${verb === 'remove' ? 'from' : 'in'} ${where}`, steps);
}

/** Several servers are taken from wherever they are defined; a single one must be where it was requested. */
async function placesFor(
  verb: string,
  name: string,
  refs: readonly TargetRef[] | undefined,
  api: ApiContext,
): Promise<readonly TargetRef[]> {
  if (!refs) return targetsWith(name, api, verb !== 'remove');
  const there = (await targetsWith(name, api, false)).map((ref) => JSON.stringify(ref));
  const own = refs.filter(({ client, scope, variant }) =>
    there.includes(JSON.stringify({ client, scope, ...(variant !== undefined && { variant }) })),
  );
  return own.length > 0 ? own : refs;
}

async function narrowed<O extends Spread>(operation: O, paths: readonly string[], api: ApiContext): Promise<O> {
  const refs = operation.targets ?? (await everywhere(operation, api));
  return { ...operation, targets: await targetsIn(refs, paths, api.host) };
}

async function everywhere({ kind, names: wanted }: Spread, api: ApiContext): Promise<TargetRef[]> {
  const all = (await Promise.all(wanted.map((name) => targetsWith(name, api, kind !== 'remove')))).flat();
  return [...new Map(all.map((ref) => [JSON.stringify(ref), ref])).values()];
}

function inWords(wanted: readonly string[]): string {
  return wanted.length > 4 ? count(wanted.length, 'server') : wanted.join(', ');
}
