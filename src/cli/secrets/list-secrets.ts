import type { Command } from 'commander';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { usersOf } from '../../secrets/users.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';

export function setUpList(secrets: Command, context: CommandContext): void {
  secrets
    .command('list')
    .alias('ls')
    .description('List the secrets: which vault has them, and which servers use them. Values are not shown.')
    .action(() => listSecrets(context));
}

export async function listSecrets({ host, output }: CommandContext): Promise<void> {
  const { secrets } = await readVaultIndex(host);
  const users = await usersOf(host, { everywhere: true, onUnread: (issues) => output.unread(issues, false) });
  const listed = secrets.map((secret) => ({ ...secret, usedBy: users.get(secret.name) ?? [] }));
  if (output.json) return output.data({ secrets: listed });
  if (listed.length === 0) {
    output.print('No secrets yet.');
    return output.talk('Find the plain ones in your files with: plugboard secrets scan');
  }
  const rows = listed.map(({ name, vault, at, created, changed, usedBy }) => [
    output.style('bold', name),
    at === undefined ? vault : `${vault} ${visible(shortPath(at, host))}`,
    output.style('dim', ago(new Date(changed ?? created), host.now())),
    usedBy.length === 0 ? output.style('dim', 'unused') : visible(usedBy.map(wordsFor).join(', ')),
  ]);
  for (const line of inColumns(rows)) output.print(line);
}

function wordsFor({ server, client }: { readonly server: string; readonly client: string }): string {
  return `${server} (${client})`;
}
