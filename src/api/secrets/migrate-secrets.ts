import * as z from 'zod';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { shortPath } from '../../model/short-path.ts';
import { subjectsHere } from '../../secrets/find/subjects.ts';
import { leftReasons } from '../../secrets/migrate/left-reasons.ts';
import type { Migration } from '../../secrets/migrate/migration.ts';
import { planMigration } from '../../secrets/migrate/plan-migration.ts';
import { defaultVault } from '../../secrets/vaults/open-vault.ts';
import type { IssueView } from '../contract/common.ts';
import { note } from '../plans/note.ts';
import type { OperationKind, OperationOf } from '../plans/operation.ts';

type MigrateSecrets = OperationOf<'migrate-secrets'>;

/** Moves plain secrets of the user's files and of this project to the vault. The values are stored when the plan is applied. */
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
    return [...moved, ...kept, ...(await notesElsewhere(operation, host))];
  },
};

/** Health shows the user's files and those of this project, and that is what is moved. */
async function notesElsewhere({ names }: MigrateSecrets, host: Host): Promise<IssueView[]> {
  const subjects = await subjectsHere(host, { everywhere: true });
  const others = subjects.filter(
    ({ name, elsewhere, server }) =>
      elsewhere !== undefined && (names.length === 0 || names.includes(name)) && secretsIn(server).length > 0,
  );
  if (others.length === 0) return [];
  const command = ['plugboard secrets migrate', ...names.map((name) => quoteWord(name))].join(' ');
  const words = `${count(others.length, 'server')} with plain secrets in other projects: they are moved with ${command}`;
  return [note('secrets-elsewhere', 'info', words)];
}

async function migrationOf({ names }: MigrateSecrets, host: Host): Promise<Migration & { readonly vault: string }> {
  const vault = await defaultVault(host);
  return { ...(await planMigration(host, { names, vault, as: 'auto', oldBackups: 'seal' })), vault };
}
