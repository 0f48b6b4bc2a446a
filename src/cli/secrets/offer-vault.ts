import { count } from '../../model/count.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Offers to move the plain secrets of added servers to the vault: with `--vault` at once, else at a terminal. */
export async function offerVault(
  context: CommandContext,
  servers: Readonly<Record<string, Server>>,
  isWanted = false,
): Promise<void> {
  const { globals, host, output } = context;
  const names = Object.keys(servers).filter((name) => secretsIn(servers[name] as Server).length > 0);
  const total = names.reduce((sum, name) => sum + secretsIn(servers[name] as Server).length, 0);
  if (total === 0 || globals.dryRun || (!isWanted && (!context.interactive || globals.yes))) return;
  if (!isWanted) {
    const { confirm } = await import('../input/ask.ts');
    if (!(await confirm(`Move ${count(total, 'plain secret')} to the vault, so that no file contains them?`))) return;
  }
  const { defaultVault } = await import('../../secrets/vaults/open-vault.ts');
  const { planMigration } = await import('../../secrets/migrate/plan-migration.ts');
  const { applyPlan } = await import('../../store/write/apply-plan.ts');
  const vault = await defaultVault(host);
  const { plan, stored, left } = await planMigration(host, { names, vault, as: 'auto', oldBackups: 'seal' });
  await applyPlan(host, plan);
  if (output.json) return;
  output.talk(`${output.mark('ok')} Moved ${stored.join(', ')} to the vault ${vault}.`);
  if (left.length > 0)
    output.talk(`${output.mark('warning')} ${count(left.length, 'secret')} cannot be moved: plugboard secrets scan`);
}
