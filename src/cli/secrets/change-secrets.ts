import type { Command } from 'commander';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { findSecret, linkSecret, readSecret, removeSecret, storeSecret } from '../../secrets/secrets.ts';
import { usersOf } from '../../secrets/users.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { failureOf } from '../program/failure.ts';
import { readValue } from './read-value.ts';
import { declareVault, hostWithPassphrase, type VaultFlags, vaultIn } from './vault-flags.ts';

const nameWords = 'name of the secret';

interface SetFlags extends VaultFlags {
  readonly command?: string;
  readonly link?: boolean;
  readonly overwrite?: boolean;
}

export function setUpSet(secrets: Command, context: CommandContext): void {
  const set = secrets.command('set').description('Store a secret, from a hidden prompt or standard input.');
  withExamples(
    set,
    'secrets set GITHUB_TOKEN',
    'secrets set GITHUB_TOKEN --to pass < token.txt',
    'secrets set GITHUB_TOKEN --to 1password --at op://Work/GitHub/token --link',
    "secrets set GITHUB_TOKEN --command 'gh auth token'",
  )
    .argument('<secret>', nameWords)
    .argument('[value]', 'the value, which other users can then see; better not given here');
  declareVault(set)
    .option('--command <command>', 'command that prints the value whenever it is needed')
    .option('--link', 'use the value that is already at --at, and store nothing')
    .option('--overwrite', 'replace a secret of this name')
    .action(async (name: string, value: string | undefined, flags: SetFlags) => {
      const host = await hostWithPassphrase(context);
      const { secrets: known } = await readVaultIndex(host);
      const isTaken = known.some((one) => one.name === name);
      if (isTaken && !flags.overwrite) throw new PlugboardError('secret-exists', { name });
      const place =
        flags.command === undefined
          ? await vaultIn(flags, host, set)
          : { vault: 'command' as const, at: flags.command };
      const seen = flags.overwrite ? undefined : known;
      const isLink = flags.link || flags.command !== undefined;
      if (flags.link && place.at === undefined) return set.error('error: --link needs --at');
      if (context.globals.dryRun)
        return tell(context, { name, vault: place.vault, written: false }, `Would store ${name}`);
      if (isLink) await linkSecret(host, name, { at: undefined, ...place });
      else await storeSecret(host, name, await readValue(context, name, value), place, seen);
      tell(context, { name, vault: place.vault, written: true }, `Stored ${name} in ${place.vault}`);
    });
}

interface GetFlags {
  readonly prefix?: string;
  readonly show?: boolean;
}

export function setUpGet(secrets: Command, context: CommandContext): void {
  const get = secrets.command('get').description('Print the value of a secret to a pipe or a file.');
  withExamples(get, 'secrets get GITHUB_TOKEN | pbcopy', "secrets get GITHUB_TOKEN --prefix 'Bearer '")
    .argument('<secret>', nameWords)
    .option('--prefix <text>', 'text to print before the value')
    .option('--show', 'print it even to a terminal')
    .action(async (name: string, { prefix = '', show }: GetFlags) => {
      const { output } = context;
      const host = await hostWithPassphrase(context);
      const record = await findSecret(host, name);
      if (!show && isTerminal('stdout'))
        return get.error('error: the value would be shown on this terminal; --show prints it anyway');
      const value = await readSecret(host, record);
      if (output.json) return output.data({ name, value: prefix + value });
      output.raw(`${prefix}${value}\n`);
    });
}

export function setUpRotate(secrets: Command, context: CommandContext): void {
  const rotate = secrets.command('rotate').description('Replace the value of a secret where it is.');
  withExamples(rotate, 'secrets rotate GITHUB_TOKEN', 'secrets rotate GITHUB_TOKEN < new-token.txt')
    .argument('<secret>', nameWords)
    .action(async (name: string) => {
      const host = await hostWithPassphrase(context);
      const { vault, at } = await findSecret(host, name);
      if (context.globals.dryRun)
        return tell(context, { name, vault, written: false }, `Would replace ${name} in ${vault}`);
      await storeSecret(host, name, await readValue(context, name, undefined), { vault, at });
      const users = (await usersOf(host, { everywhere: true })).get(name) ?? [];
      const used = `It is used by ${count(users.length, 'server')} from the next start; running gateways take it over`;
      tell(context, { name, vault, written: true, usedBy: users }, `Replaced ${name} in ${vault}. ${used}`);
    });
}

export function setUpRemove(secrets: Command, context: CommandContext): void {
  const remove = secrets.command('remove').alias('rm').description('Remove a secret from its vault.');
  withExamples(remove, 'secrets remove OLD_TOKEN', 'secrets remove OLD_TOKEN --dry-run')
    .argument('<secret>', nameWords)
    .option('--force', 'remove it even if servers refer to it')
    .action(async (name: string, { force }: { readonly force?: boolean }) => {
      const host = await hostWithPassphrase(context);
      const record = await findSecret(host, name);
      const users = (await usersOf(host, { everywhere: true })).get(name) ?? [];
      const [first] = users;
      if (first && !force) {
        const { server, client } = first;
        const used = new PlugboardError('secret-used', { name, server, client, others: users.length - 1 });
        return context.output.fail(failureOf(used, { hint: 'to remove it anyway, add --force' }));
      }
      const { vault } = record;
      if (context.globals.dryRun)
        return tell(context, { name, vault, written: false }, `Would remove ${name} from ${vault}`);
      if (context.interactive && !context.globals.yes) {
        const { confirm } = await import('../input/ask.ts');
        if (!(await confirm(`Remove ${name} from ${vault}? This cannot be undone.`)))
          return context.output.talk('Nothing removed.');
      }
      await removeSecret(host, record);
      tell(context, { name, vault, written: true }, `Removed ${name} from ${vault}`);
    });
}

function tell({ output }: CommandContext, data: Record<string, unknown>, text: string): void {
  if (output.json) return output.data(data);
  output.print(`${output.mark('ok')} ${text}.`);
}
