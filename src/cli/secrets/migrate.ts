import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import type { WantedForm } from '../../manage/vaulted/choose-form.ts';
import { count } from '../../model/count.ts';
import { catalogId } from '../../model/origin.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { leftReasons } from '../../secrets/migrate/left-reasons.ts';
import type { Migration, MigrationRequest } from '../../secrets/migrate/migration.ts';
import { backupsWith, oldBackupChoices, type OldBackups } from '../../secrets/migrate/old-backups.ts';
import { planMigration } from '../../secrets/migrate/plan-migration.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseClient } from '../input/choose-client.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { hereHelp } from './here-flag.ts';
import { declareVault, hostWithPassphrase, type VaultFlags, vaultIn } from './vault-flags.ts';

interface MigrateFlags extends VaultFlags, ApproveFlag {
  readonly client?: string;
  readonly here?: boolean;
  readonly as: string;
  readonly oldBackups?: string;
}

/** Hundreds of projects may have as many variables. */
const MOST_NAMES = 12;

const wantedForms: readonly WantedForm[] = ['auto', 'reference', 'launcher'];

export function setUpMigrate(secrets: Command, context: CommandContext): void {
  const migrate = secrets
    .command('migrate')
    .description('Move plain secrets from the files of all projects to a vault, so that every client still works.');
  withExamples(
    migrate,
    'secrets migrate --dry-run',
    'secrets migrate github --to pass',
    'secrets migrate --here --as launcher',
  )
    .argument('[names...]', 'servers or secrets to move; default: all')
    .option('--client <clients>', 'clients whose files to change')
    .option('--here', hereHelp)
    .option('--as <form>', `what files get instead: ${wantedForms.join(', ')}`, 'auto')
    .option(
      '--old-backups <what>',
      `older backups with these values: ${oldBackupChoices.join(', ')}; default: ask, or seal (encrypt)`,
    );
  declareApprove(declareVault(migrate)).action(async (names: string[], flags: MigrateFlags) => {
    const host = await hostWithPassphrase(context);
    const as = wantedForms.find((form) => form === flags.as);
    if (!as) return migrate.error(`error: --as takes ${wantedForms.join(', ')}, not '${flags.as}'`);
    const clients = flags.client?.split(',').map((id) => chooseClient(id.trim(), migrate).id as ClientId);
    const place = await vaultIn(flags, host, migrate);
    if (place.vault === 'command') return migrate.error('error: a command only prints values; choose another vault');
    const onUnread: NonNullable<MigrationRequest['onUnread']> = (issues) => context.output.unread(issues, true);
    const wanted = { names, ...(clients && { clients }), everywhere: !flags.here, as, ...place, onUnread };
    const request = { ...wanted, oldBackups: await oldBackupsIn(flags, wanted, context, migrate) };
    let last: Migration | undefined;
    const build = async (): Promise<Migration['plan']> => {
      last = await planMigration(host, request);
      return last.plan;
    };
    const isDone = await carryOut(context, build, () => dataOf(last), flags.approve);
    if (isDone && last && !context.output.json) show(last, context);
  });
}

/** Older backups are changed only with the person's word. */
async function oldBackupsIn(
  { oldBackups }: MigrateFlags,
  wanted: Omit<MigrationRequest, 'oldBackups'>,
  context: CommandContext,
  command: Command,
): Promise<OldBackups> {
  const known = oldBackupChoices.find((choice) => choice === oldBackups);
  if (known) return known;
  if (oldBackups !== undefined) command.error(`error: --old-backups takes ${oldBackupChoices.join(', ')}`);
  if (!context.interactive || context.globals.yes || context.globals.dryRun) return 'seal';
  const { values } = await planMigration(context.host, { ...wanted, oldBackups: 'keep' });
  const found = await backupsWith(context.host, values);
  if (found.length === 0) return 'seal';
  const { choose } = await import('../input/ask.ts');
  const answer = await choose(
    `${count(found.length, 'older backup')} of Plugboard contain these values. What should happen?`,
    [
      { value: 'seal', label: 'Encrypt them', hint: 'they can still be undone and restored' },
      { value: 'purge', label: 'Delete them', hint: 'these changes can no longer be undone' },
      { value: 'keep', label: 'Keep them as they are', hint: 'the values stay readable there' },
    ],
  );
  return oldBackupChoices.find((choice) => choice === answer) ?? 'keep';
}

function dataOf(migration: Migration | undefined): Record<string, unknown> {
  const { entries = [], left = [], stored = [] } = migration ?? {};
  return { entries, left, stored };
}

function show({ entries, left }: Migration, { host, output }: CommandContext): void {
  const placeOf = ({ file, elsewhere }: { readonly file: string; readonly elsewhere?: string }, line = ''): string => {
    const isSection = elsewhere !== undefined && !file.startsWith(`${elsewhere}/`);
    return `${shortPath(file, host)}${line}${isSection ? ` for ${shortPath(elsewhere, host)}` : ''}`;
  };
  for (const one of entries) {
    const { server, client, form, secrets } = one;
    output.talk(visible(`  ${server} in ${client}: ${form} for ${secrets.join(', ')} (${placeOf(one)})`));
  }
  for (const one of left) {
    const { server, field, line, why } = one;
    const place = placeOf(one, line === undefined ? '' : `:${line}`);
    output.talk(visible(`${output.mark('warning')} ${server} ${field} stays in ${place}: ${leftReasons[why]}`));
  }
  const unset = entries
    .filter((one) => one.form === 'reference' && one.client !== catalogId)
    .flatMap((one) => one.secrets);
  const names = [...new Set(unset)].filter((name) => host.env[name] === undefined);
  if (names.length === 0) return;
  const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const shown = `${names.slice(0, MOST_NAMES).join(', ')}${rest}`;
  output.talk(`${output.mark('info')} Clients expect these variables in their environment: ${shown}`);
}
