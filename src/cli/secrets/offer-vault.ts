import type { Target } from '../../manage/plan/target.ts';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import { warnAboutSecrets } from '../output/warn-about-secrets.ts';
import type { CommandContext } from '../program/command-context.ts';
import { hostWithPassphrase } from './vault-flags.ts';

type PlanOn = (host: Host, targets: readonly Target[]) => Promise<Plan>;

/** How to plan servers that are added: their plain secrets go to the vault if that is wanted, else they are reported. */
export async function planSecrets(
  context: CommandContext,
  servers: Readonly<Record<string, Server>>,
  isWanted: boolean | undefined,
  planOn: PlanOn,
): Promise<(targets: readonly Target[]) => Promise<Plan>> {
  if (!(await wantsVault(context, servers, isWanted))) {
    warnAboutSecrets(context.output, servers, '--vault');
    return (targets) => planOn(context.host, targets);
  }
  const host = await hostWithPassphrase(context);
  const { intoVault } = await import('../../secrets/migrate/into-vault.ts');
  return (targets) => intoVault(host, Object.keys(servers), targets, (on) => planOn(on, targets));
}

/** Whether the plain secrets of servers to add go to the vault: with `--vault`, or if a person at a terminal says so. */
async function wantsVault(
  context: CommandContext,
  servers: Readonly<Record<string, Server>>,
  isWanted = false,
): Promise<boolean> {
  const { globals } = context;
  const total = Object.values(servers).reduce((sum, server) => sum + secretsIn(server).length, 0);
  if (total === 0 || isWanted) return total > 0;
  if (!context.interactive || globals.yes || globals.dryRun) return false;
  const { confirm } = await import('../input/ask.ts');
  return confirm(`Store ${count(total, 'plain secret')} in the vault, so that no file contains them?`);
}
