import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import { toSarif } from '../../doctor/sarif.ts';
import { count } from '../../model/count.ts';
import { describe, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { shortPath } from '../../model/short-path.ts';
import { version } from '../../model/version.ts';
import { visible } from '../../model/visible.ts';
import { isShallow, scanHistory } from '../../secrets/find/scan-history.ts';
import { scanSecrets, type FoundSecret } from '../../secrets/find/scan.ts';
import { checkoutAround } from '../../trust/territory.ts';
import { chooseClient } from '../input/choose-client.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { jsonText } from '../output/json-text.ts';
import { withProgress } from '../output/progress.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { hereHelp } from './here-flag.ts';

interface ScanFlags {
  readonly client?: string;
  readonly here?: boolean;
  readonly history?: boolean;
  readonly sarif?: boolean;
}

export function setUpScan(secrets: Command, context: CommandContext): void {
  const scan = secrets
    .command('scan')
    .description('Find plain secrets in the files of all clients, in config sets and in all known projects.');
  withExamples(scan, 'secrets scan', 'secrets scan --history', 'secrets scan --sarif > secrets.sarif')
    .option('--client <clients>', 'clients to scan')
    .option('--here', hereHelp)
    .option('--history', "also scan old versions of this project's config files in Git")
    .option('--sarif', 'print the issues as SARIF, for code hosts')
    .action(async (flags: ScanFlags) => {
      const { host, output } = context;
      const clients = flags.client?.split(',').map((id) => chooseClient(id.trim(), scan).id as ClientId);
      const found = await withProgress(output, 'Reading files', async () => [
        ...(await scanSecrets(host, {
          ...(clients && { clients }),
          everywhere: !flags.here,
          onUnread: (issues) => output.unread(issues, true),
        })),
        ...(flags.history ? await scanHistory(host) : []),
      ]);
      if (flags.history && (await isShallow(host))) {
        const { message } = describe(diagnostic('history-shallow', {}));
        output.warn({ code: 'history-shallow', message });
      }
      if (found.length > 0) output.exitCode = ExitCode.issues;
      if (flags.sarif) return output.raw(sarifOf(found, checkoutAround(host.cwd) ?? host.cwd));
      if (output.json) return output.data({ secrets: found.map(asData) });
      printFindings(found, context);
    });
}

function sarifOf(found: readonly FoundSecret[], project: string): string {
  const issues = found.map((one) => ({ ...one, evidence: evidenceOf(one) }));
  return jsonText(toSarif(issues, version, project));
}

function evidenceOf({ commit, set, parked }: FoundSecret): string[] {
  return [
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(set === undefined ? [] : [`config set ${set}`]),
    ...(parked ? ['switched off and kept by Plugboard'] : []),
  ];
}

function asData(one: FoundSecret): Record<string, unknown> {
  const { server, client, scope, field, fingerprint, set, parked, vaulted, commit, elsewhere } = one;
  return { ...toJson(one), server, client, scope, field, fingerprint, set, parked, vaulted, commit, elsewhere };
}

function printFindings(found: readonly FoundSecret[], { host, output }: CommandContext): void {
  if (found.length === 0) return output.print(`${output.mark('ok')} No plain secrets found.`);
  const rows = found.map(({ file = '', range, server, field, fingerprint, commit, vaulted }) => {
    const line = range ? `:${range.start.line}` : '';
    return [
      `${visible(shortPath(file, host))}${line}`,
      visible(`${server} ${field}`),
      output.style('dim', fingerprint),
      [commit && `commit ${commit.slice(0, 10)}`, vaulted && `in the vault as ${vaulted}`].filter(Boolean).join(', '),
    ];
  });
  for (const line of inColumns(rows)) output.print(line);
  const values = new Set(found.map(({ fingerprint }) => fingerprint)).size;
  output.talk(`${count(found.length, 'plain secret')}, ${count(values, 'different value')}.`);
  if (found.some(({ commit }) => commit === undefined))
    output.talk('Move them to a vault with: plugboard secrets migrate');
  if (found.some(({ commit }) => commit !== undefined))
    output.talk('A value in the history of a repository stays there: replace it where it was issued.');
}
