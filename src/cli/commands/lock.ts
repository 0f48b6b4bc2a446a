import { type LockChange, lockServers } from '../../live/lock/lock-servers.ts';
import { packagePlaces } from '../../live/lock/package-places.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { toolChangeWords } from '../../model/packages/lock.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { lockPath } from '../../store/locked/lock-file.ts';
import type { Mark } from '../output/output.ts';
import { withProgress } from '../output/progress.ts';
import { applyPlanned } from '../plan/apply-planned.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { exitCodeOf } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';

export const setUpLock: CommandSetup = (command, context) => {
  command.addHelpText(
    'after',
    `
Writes plugboard.lock beside the project's catalog: for each server that the project's files define, its definition, the
exact version and integrity of its package, and its tools as you accepted them. Starts no server. The package of a server
that you have not approved is not looked up, and the server not locked. A server that is locked otherwise stays so without
--update. Exit codes: 0 locked as they are, 1 some need approval, 6 some are locked otherwise.`,
  );
  withExamples(command, 'lock', 'lock --update github --dry-run', 'lock --update')
    .argument('[servers...]', 'servers to lock again, with --update; default: all')
    .option('--update', 'lock servers again as they are now')
    .action(async (servers: string[], { update }: { update?: boolean }) => {
      if (servers.length > 0 && !update) command.error('error: name servers only with --update');
      await lock(context, update ? (servers.length > 0 ? servers : 'all') : []);
    });
};

async function lock(context: CommandContext, update: 'all' | readonly string[]): Promise<void> {
  const { host, output } = context;
  const { plan, changes } = await withProgress(output, 'Asking for packages', () =>
    lockServers(host, { update, places: packagePlaces(host) }),
  );
  const unknown = update === 'all' ? undefined : update.find((name) => !changes.some((one) => one.server === name));
  if (unknown !== undefined)
    throw noSuchServer(
      unknown,
      changes.map(({ server }) => server),
    );
  const differing = changes.filter(({ change }) => change === 'differs').map(({ server }) => server);
  const isWritten = await applyPlanned(context, plan);
  const failures = [
    ...changes
      .filter(({ change }) => change === 'unapproved')
      .map(({ server }) => new PlugboardError('approval-needed', { name: server })),
    ...(differing.length > 0 ? [new PlugboardError('lock-outdated', { servers: differing })] : []),
  ];
  const [failure] = failures;
  if (failure) output.exitCode = exitCodeOf(failure.code);
  if (output.json)
    return output.document({
      ok: failure === undefined,
      data: { file: lockPath(host), written: isWritten, servers: changes.map(asData) },
      warnings: changes.flatMap(warningsOf),
      errors: failures.map((one) => failureOf(one)),
    });
  for (const change of changes) for (const line of linesOf(change, context)) output.print(line);
  if (changes.length === 0) output.print('No file of this project defines a server.');
  else output.talk(`${isWritten ? 'Wrote' : 'Unchanged:'} ${shortPath(lockPath(host), host)}`);
  if (failure?.code === 'approval-needed')
    output.talk('See what they would start, and approve them: plugboard approve');
  if (differing.length > 0) output.talk('See what changed, and lock it again: plugboard lock --update --dry-run');
}

function asData({ server, change, before, after, tools, problem }: LockChange): Record<string, unknown> {
  return { server, change, before, after, tools, ...(problem !== undefined && { problem }) };
}

function warningsOf({ server, problem, after }: LockChange): { code: string; message: string; server: string }[] {
  return [
    ...(problem === undefined ? [] : [{ code: 'lock-without-integrity', message: problem, server }]),
    ...(after && !after.tools
      ? [{ code: 'lock-without-tools', message: `No tools of "${server}" were accepted yet`, server }]
      : []),
  ];
}

const marks: Readonly<Record<LockChange['change'], Mark>> = {
  added: 'ok',
  updated: 'ok',
  same: 'ok',
  removed: 'info',
  differs: 'error',
  unapproved: 'error',
};

const words: Readonly<Record<LockChange['change'], string>> = {
  added: 'locked',
  updated: 'locked again',
  same: 'as locked',
  removed: 'no longer defined',
  differs: 'locked otherwise',
  unapproved: 'needs approval',
};

function linesOf(change: LockChange, { output }: CommandContext): string[] {
  const { server, change: kind } = change;
  return [
    `${output.mark(marks[kind])} ${visible(server)}  ${words[kind]}  ${visible(packageWords(change))}`.trimEnd(),
    ...differences(change).map((line) => `    ${visible(line)}`),
    ...warningsOf(change).map(({ message }) => `    ${output.style('yellow', visible(message))}`),
  ];
}

function packageWords({ before, after }: LockChange): string {
  const [from, to] = [before?.package, after?.package];
  return from === to || from === undefined ? (to ?? '') : `${from} -> ${to ?? '(none)'}`;
}

/** What changed since it was locked, tool by tool. */
function differences({ before, after, tools }: LockChange): string[] {
  if (!before || !after) return [];
  return [
    ...(before.definition === after.definition ? [] : ['its definition changed']),
    ...(before.integrity === after.integrity ? [] : ['its integrity changed']),
    ...(before.instructions === after.instructions ? [] : ['its instructions changed']),
    ...toolChangeWords(tools).map((line) => `tool ${line}`),
  ];
}
