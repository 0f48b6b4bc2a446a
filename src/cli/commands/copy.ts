import { copy, type CopyOptions } from '../../manage/copy.ts';
import { nameOf } from '../../manage/target.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Scope } from '../../model/scope.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { bringServers } from '../bring-servers.ts';
import type { CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { chooseTargets, scopeWords, targetsWith, targetWords } from '../targets.ts';

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
    .argument('<name>', 'the server')
    .option('--from <client>', 'where it is: client or client:scope; your Plugboard catalog when left out')
    .requiredOption('--to <clients>', `where to bring it: ${targetWords}`)
    .option('-s, --scope <scope>', `${scopeWords}; of those it is brought to`)
    .option('--move', 'remove it from where it was')
    .option('--overwrite', 'replace a server of that name')
    .option('--skip', 'leave a server of that name as it is')
    .option('--rename', 'take a free name where that one is taken');
  declareApprove(command).action(async (name: string, options: Options) => {
    const { host } = context;
    const from = await targetsWith(context, name, options.from, undefined, command);
    // Some put a server together from several files.
    const several = from.some(({ client }, _, [first]) => client !== first?.client || client.merge !== 'fields');
    if (from.length > 1 && several) throw new PlugboardError('usage', { message: '--from takes one client' });
    const wanted = await chooseTargets(host, options.to, options.scope, command);
    // Everybody else has to be meant by all.
    const to = wanted.filter((target) => options.to !== 'all' || !from.some((one) => nameOf(one) === nameOf(target)));
    const conflict = conflictOf(options);
    // What only some take is copied to them, and stays where it was.
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
