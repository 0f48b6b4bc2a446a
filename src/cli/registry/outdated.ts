import type { Command } from 'commander';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { type InstalledServer, type IsApproved, outdatedServers } from '../../manage/registry/outdated-servers.ts';
import { planUpdates, type ServerUpdate } from '../../manage/registry/plan-update.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { collect } from '../input/server-flags.ts';
import type { Output } from '../output/output.ts';
import { inColumns } from '../output/table.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';
import { accessOf, declareRegistryFlags, inputValues, type RegistryFlags } from './registry-flags.ts';

export function setUpOutdated(registry: Command, context: CommandContext): void {
  const command = registry
    .command('outdated')
    .description('List installed servers with a newer version in the registry. Exit code 6 if there are any.');
  withExamples(command, 'registry outdated', 'registry outdated --json');
  declareRegistryFlags(command).action(async (flags: RegistryFlags) => {
    const { host, output } = context;
    const all = await outdatedServers(host, accessOf(flags, output), await isApproved(host));
    if (all.some(isWorthALook)) output.exitCode = ExitCode.issues;
    if (output.json)
      return output.document({
        ok: output.exitCode === ExitCode.ok,
        data: { servers: all.map(asData) },
        warnings: all.filter(isUnapproved).map(({ name }) => needsApproval(name)),
        errors: [],
      });
    if (all.length === 0) return output.print('No server of your catalogs came from a registry.');
    const rows = all.map((one) => [
      `${output.mark(isWorthALook(one) ? 'warning' : 'ok')} ${visible(one.name)}`,
      one.installed ?? '',
      wordsFor(one),
      shortPath(one.file, host),
    ]);
    for (const line of inColumns(rows)) output.print(line);
    if (all.some(({ state }) => state === 'outdated')) output.talk('Update them with: plugboard registry update');
  });
}

interface UpdateFlags extends RegistryFlags {
  readonly input?: readonly string[];
}

export function setUpUpdate(registry: Command, context: CommandContext): void {
  const command = registry
    .command('update')
    .description('Update installed servers to the version in the registry. What you changed in them stays.');
  withExamples(command, 'registry update --dry-run', 'registry update weather')
    .argument('[servers...]', 'servers to update; default: all that are outdated')
    .option('--input <key=value>', 'value that the newer version needs', collect);
  declareRegistryFlags(command).action(async (names: string[], flags: UpdateFlags) => {
    const { host, output } = context;
    const all = await outdatedServers(host, accessOf(flags, output), await isApproved(host));
    const known = all.map(({ name }) => name);
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw noSuchServer(unknown, known);
    const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
    const refused = chosen.find((one) => names.length > 0 && isUnapproved(one));
    if (refused) throw new PlugboardError('approval-needed', { name: refused.name });
    let updates: readonly ServerUpdate[] = [];
    const build = async (): Promise<Awaited<ReturnType<typeof planUpdates>>['plan']> => {
      const planned = await planUpdates(host, chosen, inputValues(flags.input));
      ({ updates } = planned);
      return planned.plan;
    };
    await carryOut(context, build, () => ({ updates: updates.map(updateAsData) }));
    tell(updates, output);
  });
}

function tell(updates: readonly ServerUpdate[], output: Output): void {
  for (const { installed, left } of updates)
    if (left === 'edited')
      output.talk(
        `${output.mark('warning')} ${visible(installed.name)} is left as it is: its command no longer names version ${installed.installed ?? ''}`,
      );
  const unapproved = updates.filter(({ installed }) => isUnapproved(installed));
  for (const { installed } of unapproved)
    output.talk(`${output.mark('warning')} ${visible(installed.name)} is left as it is: it ${wordsFor(installed)}`);
  if (unapproved.length === 0 && updates.every(({ server }) => server === undefined))
    output.talk('All installed servers are up to date.');
}

function updateAsData({ installed, left }: ServerUpdate): Record<string, unknown> {
  return { ...asData(installed), updated: left === undefined, ...(left !== undefined && { left }) };
}

/** Whether a definition may be looked up, which is up to the person who works here. */
async function isApproved(host: Host): Promise<IsApproved> {
  const { approvalsOf } = await import('../../live/approvals/project-servers.ts');
  const approvals = approvalsOf(host);
  return async (definition) => (await approvals.permissionFor(definition)) === 'approved';
}

function isUnapproved({ state }: InstalledServer): boolean {
  return state === 'unapproved';
}

function needsApproval(name: string): Record<string, unknown> {
  return { ...failureOf(new PlugboardError('approval-needed', { name })), server: name };
}

function isWorthALook({ state, status }: InstalledServer): boolean {
  return state === 'outdated' || state === 'gone' || status !== 'active';
}

function wordsFor({ state, latest = '', status, problem = '' }: InstalledServer): string {
  if (state === 'unknown') return `unknown: ${problem}`;
  if (state === 'unapproved') return 'needs approval: plugboard approve';
  if (state === 'gone') return 'no longer in the registry';
  const words = state === 'outdated' ? `-> ${latest}` : 'up to date';
  return status === 'active' ? words : `${words} (${status})`;
}

function asData(one: InstalledServer): Record<string, unknown> {
  const { name, file, registryName, installed, latest, state, status, problem } = one;
  return { name, file, registryName, installed, latest, state, status, ...(problem !== undefined && { problem }) };
}
