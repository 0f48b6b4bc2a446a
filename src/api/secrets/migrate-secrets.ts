import { z } from 'zod';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { leftReasons } from '../../secrets/migrate/left-reasons.ts';
import type { Migration } from '../../secrets/migrate/migration.ts';
import { planMigration } from '../../secrets/migrate/plan-migration.ts';
import { defaultVault } from '../../secrets/vaults/open-vault.ts';
import type { IssueView } from '../contract/common.ts';
import { note } from '../plans/note.ts';
import type { OperationKind, OperationOf } from '../plans/operation.ts';

type MigrateSecrets = OperationOf<'migrate-secrets'>;

/** Moves plain secrets to the vault. The values are stored when the plan is applied. */
export const migrateSecrets: OperationKind<MigrateSecrets> = {
  schema: z.object({ kind: z.literal('migrate-secrets'), names: z.array(z.string()) }),
  build: async (operation, { host }) => (await migrationOf(operation, host)).plan,
  async notes(operation, { host }): Promise<IssueView[]> {
    const { stored, left, vault } = await migrationOf(operation, host);
    const moved =
      stored.length > 0 ? [note('secrets-stored', 'info', `The vault "${vault}" gets ${stored.join(', ')}.`)] : [];
    const kept = left.map(({ server, field, file, line, why }) => {
      const place = `${shortPath(file, host)}${line === undefined ? '' : `:${line}`}`;
      return note('secret-left', 'warning', `${server} ${field} stays in ${place}: ${leftReasons[why]}.`);
    });
    return [...moved, ...kept];
  },
};

async function migrationOf({ names }: MigrateSecrets, host: Host): Promise<Migration & { readonly vault: string }> {
  const vault = await defaultVault(host);
  return { ...(await planMigration(host, { names, vault, as: 'auto', oldBackups: 'seal' })), vault };
}
