import type { Command } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { shortPath } from '../../model/short-path.ts';
import { consentText } from '../../model/text/consent.ts';
import { visible } from '../../model/visible.ts';
import { type SecretRequest, requestsOf } from '../../secrets/requests.ts';
import { giveSecrets } from '../../store/vault/grants.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export function setUpAllow(secrets: Command, context: CommandContext): void {
  const allow = secrets
    .command('allow')
    .description(
      'Give a server of a project, a launcher written by hand, or a refused start the secrets that it asks for.',
    );
  withExamples(allow, 'secrets allow github', 'secrets allow github --dry-run')
    .argument('<server>', 'server to give them to')
    .action(async (server: string) => {
      const { host, output, globals } = context;
      const asked = await requestsOf(host, server);
      if (asked.length === 0)
        throw new PlugboardError('usage', { message: `"${server}" asks for no secret that it lacks` });
      for (const request of asked) for (const line of wordsFor(request, context)) output.talk(line);
      if (context.interactive && !globals.yes && !globals.dryRun) {
        const { confirm } = await import('../input/ask.ts');
        if (!(await confirm('Give them these secrets?'))) return output.talk('Nothing given.');
      } else if (!globals.yes && !globals.dryRun) {
        throw new PlugboardError('usage', { message: 'Not a terminal, so this needs --yes' });
      }
      if (!globals.dryRun)
        await giveSecrets(
          host,
          asked.flatMap(({ grants }) => grants),
        );
      const given = asked.map(({ file, secrets: all, differs }) => ({ server, file, secrets: all, differs }));
      if (output.json) return output.data({ given, written: !globals.dryRun });
      output.print(`${output.mark('ok')} ${globals.dryRun ? 'Would give' : 'Gave'} ${visible(server)} its secrets.`);
    });
}

function wordsFor({ file, client, runs, secrets, differs = [] }: SecretRequest, { host }: CommandContext): string[] {
  const line = runs.map((word) => quoteWord(word)).join(' ');
  const what = file === undefined ? 'A start was refused that' : `${shortPath(file, host)} (${client})`;
  return [
    consentText(`${what} runs ${line}`),
    `  ${consentText(`and asks for ${secrets.join(', ')}`)}`,
    ...(file === undefined ? [`  ${consentText(`where ${differs.join('; ')}`)}`] : []),
  ];
}
