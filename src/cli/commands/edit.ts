import { readServer, readSource } from '../../manage/plan/read-server.ts';
import type { Target } from '../../manage/plan/target.ts';
import { update } from '../../manage/update.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { collect, declareServerFlags, requireUrlForToken, type ServerFlags, withFlags } from '../input/server-flags.ts';
import { applySettings } from '../input/server-settings.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { warnAboutSecrets } from '../output/warn-about-secrets.ts';
import { bringServers } from '../plan/bring-servers.ts';
import { rejectNewErrors } from '../plan/reject-new-errors.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ServerFlags, ApproveFlag {
  readonly in?: string;
  readonly scope?: Scope;
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
}

export const setUpEdit: CommandSetup = (command, context) => {
  withExamples(
    command,
    'edit github --in claude-code,cursor --url https://mcp.example.com/v2',
    'edit files --set timeout=60 --set env.LOG_LEVEL=debug --unset env.OLD',
    'edit files --in claude-code -- npx -y @modelcontextprotocol/server-filesystem ~/code',
  )
    .argument('<name>', 'name of the server')
    .usage('<name> [options] [-- <command...>]')
    .option('--in <clients>', `where: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp)
    .option('--set <field=value>', 'field to set, such as env.NAME=text, timeout=60 or args=\'["-y","x"]\'', collect)
    .option('--unset <field>', 'field to remove, such as headers.Authorization', collect);
  command.allowExcessArguments();
  declareServerFlags(declareApprove(command)).action(async (name: string, options: Options) => {
    const { host, output, afterDashes } = context;
    const [extra] = command.args.slice(1, command.args.length - afterDashes.length);
    if (extra !== undefined) command.error(`error: put -- before the command: plugboard edit ${name} -- ${extra} …`);
    if (!hasChanges(options, afterDashes) && !context.interactive)
      throw new PlugboardError('usage', {
        message: 'Nothing to change. Give --set, --unset, --url, -- <command...> …',
      });
    const targets = await targetsWith(context, name, options.in, options.scope, command);
    const change = await changeOf(context, name, targets, options);
    warnAboutSecrets(output, { [name]: change({}) });
    const checkedChange = (server: Server): Server => rejectNewErrors(name, server, change(checked(server, options)));
    // The editor shows the definition of the first target; the result is written to all targets.
    const [first, ...others] = targets;
    const isSpread = first && others.length > 0 && !hasChanges(options, afterDashes);
    const source = isSpread ? await readSource(host, name, first) : undefined;
    await bringServers(
      context,
      { names: [name], targets, conflict: 'overwrite' },
      (some) => update(host, name, checkedChange, some, source),
      // Values that were already lost are not reported again.
      { approve: options.approve, asked: new Set(Object.keys(change({}))) },
    );
  });
};

/** The change of the options, or of the editor if no option changes anything. */
async function changeOf(
  { host, output, afterDashes }: CommandContext,
  name: string,
  [first]: readonly Target[],
  options: Options,
): Promise<(server: Server) => Server> {
  if (hasChanges(options, afterDashes) || !first)
    return (server) => applySettings(withFlags(server, options, afterDashes), options.set ?? [], options.unset ?? []);
  const { editInEditor } = await import('../input/edit-in-editor.ts');
  const edited = await editInEditor(host, output, name, await readServer(host, name, first));
  return () => edited;
}

/** A token requires a server with a URL, existing or given. */
function checked(server: Server, options: Options): Server {
  requireUrlForToken(server.url === undefined ? options : { ...options, url: server.url });
  return server;
}

function hasChanges({ in: _, scope: __, approve: ___, ...changes }: Options, afterDashes: readonly string[]): boolean {
  return Object.keys(changes).length > 0 || afterDashes.length > 0;
}
