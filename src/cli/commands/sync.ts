import type { Command } from 'commander';
import type { Target } from '../../manage/plan/target.ts';
import type { SyncOptions } from '../../manage/sync/sync.ts';
import type { Scope } from '../../model/scope.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseClient } from '../input/choose-client.ts';
import { checkScope } from '../input/targets.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { syncOnce } from '../sync/sync-once.ts';

interface Options extends ApproveFlag {
  readonly check?: boolean;
  readonly pull?: boolean;
  readonly prefer?: string;
  readonly prune?: boolean;
  readonly watch?: boolean;
  readonly format?: string;
}

export const setUpSync: CommandSetup = (command, context) => {
  command.addHelpText(
    'after',
    `
A server is synced to the clients that its "targets" in the catalog name. What changed in the catalog is written. What
changed in a client is kept and reported, or taken into the catalog with --pull. A field that changed on both sides is a
conflict: nothing is written until it is decided.
Exit codes: 0 in sync, 5 conflict, 6 out of sync (--check) or a field that a client cannot express was dropped, 3 a file
cannot be read.`,
  );
  withExamples(command, 'sync', 'sync --dry-run', 'sync --check --format github', 'sync cursor,codex --pull')
    .argument('[clients...]', 'client or client:scope; default: all that the catalog names')
    .option('--check', 'only report differences')
    .option('--format <format>', 'output of --check: text, sarif or github', 'text')
    .option('--pull', 'take changes of the clients into the catalog')
    .option('--prefer <side>', 'settle conflicts: mine is the catalog, theirs the client')
    .option('--prune', 'remove entries that the catalog no longer wants, unless they were edited')
    .option('--watch', 'sync again whenever a file changes, until Ctrl+C or a conflict');
  declareApprove(command).action(async (words: string[], options: Options) => {
    const only = chosenTargets(words, command);
    checkOptions(options, context, command);
    const chosen: SyncOptions = {
      only,
      pull: options.pull,
      prune: options.prune,
      prefer: options.prefer as SyncOptions['prefer'],
    };
    if (options.check) {
      const { checkSync } = await import('../sync/check-sync.ts');
      return checkSync(context, chosen, options.format ?? 'text');
    }
    if (!options.watch) return void (await syncOnce(context, chosen, options.approve));
    const { watchSync } = await import('../sync/watch-sync.ts');
    await watchSync(context, (unasked) => syncOnce(unasked, chosen, options.approve));
  });
};

function checkOptions(
  { check, watch, prefer, format = 'text', ...more }: Options,
  context: CommandContext,
  command: Command,
): void {
  if (prefer !== undefined && prefer !== 'mine' && prefer !== 'theirs')
    command.error("error: --prefer takes 'mine' (the catalog) or 'theirs' (the client)");
  if (!['text', 'sarif', 'github'].includes(format)) command.error('error: --format takes text, sarif or github');
  if (format !== 'text' && !check) command.error('error: --format is for --check');
  if (check && (watch || more.pull || more.prune || prefer !== undefined))
    command.error('error: --check only reports; run it without --watch, --pull, --prefer and --prune');
  if (watch && (context.output.json || context.globals.dryRun))
    command.error('error: --watch runs until it is stopped; it takes neither --json nor --dry-run');
}

/** Which files the words name; undefined for all. */
function chosenTargets(words: readonly string[], command: Command): SyncOptions['only'] {
  const names = words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (names.length === 0) return undefined;
  const chosen = names.map((name) => {
    const [id = '', scope] = name.split(':');
    checkScope(scope as Scope | undefined, command);
    return { id: chooseClient(id, command).id, scope };
  });
  return ({ client, scope }: Target) =>
    chosen.some((one) => one.id === client.id && (one.scope === undefined || one.scope === scope));
}
