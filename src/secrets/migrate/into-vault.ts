import type { ClientId } from '../../clients/registry.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import type { Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import { defaultVault } from '../vaults/open-vault.ts';
import { planMigration } from './plan-migration.ts';

/**
 * A plan that writes servers, with their plain secrets moved to the vault in the same change: no file ever contains them.
 * `build` must make its plan on the host that it is given.
 */
export async function intoVault(
  host: Host,
  names: readonly string[],
  targets: readonly Target[],
  build: (host: Host) => Promise<Plan>,
): Promise<Plan> {
  const vault = await defaultVault(host);
  const clients = [...new Set(targets.map(({ client }) => client.id as ClientId))];
  let title = '';
  const plan = await inSteps(host, '', [
    async (on) => {
      const first = await build(on);
      ({ title } = first);
      return first;
    },
    async (on) => {
      const request = { names, clients, vault, as: 'auto', oldBackups: 'seal', keptOn: host } as const;
      return (await planMigration(on, request)).plan;
    },
  ]);
  return { ...plan, title };
}
