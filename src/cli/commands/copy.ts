import { copy, type CopyOptions } from '../../manage/copy.ts';
import { nameOf } from '../../manage/plan/target.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Scope } from '../../model/scope.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseTargets, scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { bringServers } from '../plan/bring-servers.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ApproveFlag {
  readonly from?: string;
  readonly to: string;
  readonly scope?: Scope;
  readonly move?: boolean;
  readonly overwrite?: boolean;
  readonly skip?: boolean;
  readonly rename?: boolean;
}

export const setUpCopy: CommandSetup = (command, context) => {
  withExamples(
    command,
    'copy github --from claude-code --to cursor,codex,opencode',
    'copy github --from cursor:project --to claude-code:user --move',
  )
    .argument('<name>', 'name of the server')
    .option('--from <client>', 'source: client or client:scope; default: your Plugboard catalog')
    .requiredOption('--to <clients>', `targets: ${targetHelp}`)
    .option('-s, --scope <scope>', `${scopeHelp}; for the targets`)
    .option('--move', 'remove it from the source')
    .option('--overwrite', 'replace a server with the same name')
    .option('--skip', 'keep a server with the same name')
    .option('--rename', 'choose a free name if the name is taken');
  declareApprove(command).action(async (name: string, options: Options) => {
    const { host } = context;
    const from = await targetsWith(context, name, options.from, undefined, command);
    // Some clients merge a server from several files.
    const several = from.some(({ client }, _, [first]) => client !== first?.client || client.merge !== 'fields');
    if (from.length > 1 && several) throw new PlugboardError('usage', { message: '--from takes one client' });
    const wanted = await chooseTargets(host, options.to, options.scope, command);
    // `all` means all clients except the source.
    const to = wanted.filter((target) => options.to !== 'all' || !from.some((one) => nameOf(one) === nameOf(target)));
    const conflict = conflictOf(options);
    // If only some targets accept the server, it is copied to them and stays in the source.
    await bringServers(
      context,
      { names: [name], targets: to, conflict },
      (targets, isAll) => copy(host, name, from, targets, { conflict, move: isAll && (options.move ?? false) }),
      options,
    );
  });
};

function conflictOf({ overwrite, skip, rename }: Options): NonNullable<CopyOptions['conflict']> {
  if (overwrite) return 'overwrite';
  if (skip) return 'skip';
  return rename ? 'rename' : 'fail';
}
