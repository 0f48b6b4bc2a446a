import { clients } from '../../clients/registry.ts';
import { sharedFileReader } from '../../clients/well-known.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { keepBundle } from '../../store/bundles/keep-bundle.ts';
import { requireAllowed } from '../../store/policy/require-allowed.ts';
import type { Plan } from '../../store/write/plan.ts';
import { add, type Conflict } from '../add.ts';
import { wordsIn } from '../compare/brought.ts';
import { withBrought } from '../plan/in-steps.ts';
import type { Target } from '../plan/target.ts';
import { type InstallRequest, type PreparedInstall, prepareInstall } from './prepare-install.ts';

export interface PlannedInstall extends PreparedInstall {
  readonly plan: Plan;
}

/** Plans to install a server of a registry. Asks the registry; starts, downloads and writes nothing. */
export async function planInstall(
  host: Host,
  request: InstallRequest & { readonly targets: readonly Target[]; readonly conflict?: Conflict },
): Promise<PlannedInstall> {
  const prepared = await prepareInstall(host, request);
  return { ...prepared, plan: await planPrepared(host, prepared, request.targets, request.conflict) };
}

/** The plan of a prepared install. Asks nothing, so it can be made while files are locked. */
export async function planPrepared(
  host: Host,
  {
    name,
    server,
    found,
    bundle,
    secrets = [],
    typed = server,
  }: Pick<PreparedInstall, 'name' | 'server' | 'bundle'> & {
    readonly secrets?: readonly string[];
    /** What of the definition the user gave; default: all of it. */
    readonly typed?: Server;
    readonly found: Pick<PreparedInstall['found'], 'name' | 'version'>;
  },
  targets: readonly Target[],
  conflict: Conflict = 'fail',
): Promise<Plan> {
  // Files of clients do not say where a server came from, so rules about registries are applied here.
  await requireAllowed(host, { [name]: server });
  const outside = { client: clients[sharedFileReader], typed, isKnown: true };
  const plan = await add(host, name, server, targets, conflict, undefined, outside);
  return {
    ...withBrought(plan, { texts: wordsIn(server as Value), isAll: true, own: secrets }),
    title: `install ${found.name} ${found.version} as ${name}`,
    ...(bundle && { prepare: async () => keepBundle(host, bundle.sha256, bundle.files) }),
  };
}
