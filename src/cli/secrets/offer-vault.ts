import { count } from '../../model/count.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Whether the plain secrets of servers to add go to the vault: with `--vault`, or if a person at a terminal says so. */
export async function wantsVault(
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
