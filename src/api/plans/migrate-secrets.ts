import { z } from 'zod';
import { planMigration } from '../../secrets/migrate/plan-migration.ts';
import { defaultVault } from '../../secrets/vaults/open-vault.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type MigrateSecrets = OperationOf<'migrate-secrets'>;

/** Moves plain secrets to the vault. The values are stored when the plan is applied. */
export const migrateSecrets: OperationKind<MigrateSecrets> = {
  schema: z.object({ kind: z.literal('migrate-secrets'), names: z.array(z.string()) }),
  async build({ names }, { host }) {
    const { plan } = await planMigration(host, {
      names,
      vault: await defaultVault(host),
      as: 'auto',
      oldBackups: 'seal',
    });
    return plan;
  },
};
