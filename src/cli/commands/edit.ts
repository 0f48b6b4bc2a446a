import { readServer, readSource } from '../../manage/read-server.ts';
import type { Target } from '../../manage/target.ts';
import { update } from '../../manage/update.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { bringServers } from '../bring-servers.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { collect, declareServerFlags, requireUrlForToken, type ServerFlags, withFlags } from '../server-flags.ts';
import { applySettings } from '../server-settings.ts';
import { scopeWords, targetsWith, targetWords } from '../targets.ts';
import { warnOfSecrets } from '../warn-of-secrets.ts';
import { withoutNewFlaws } from '../without-new-flaws.ts';

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
    .argument('<name>', 'the server')
    .usage('<name> [options] [-- <command...>]')
    .option('--in <clients>', `where: ${targetWords}; your Plugboard catalog when left out`)
    .option('-s, --scope <scope>', scopeWords)
    .option('--set <field=value>', 'set any field, such as env.NAME=text, timeout=60 or args=\'["-y","x"]\'', collect)
    .option('--unset <field>', 'remove a field, such as headers.Authorization', collect);
  command.allowExcessArguments();
  declareServerFlags(declareApprove(command)).action(async (name: string, options: Options) => {
    const { host, output, afterDashes } = context;
    const [extra] = command.args.slice(1, command.args.length - afterDashes.length);
    if (extra !== undefined) command.error(`error: put -- before the command: plugboard edit ${name} -- ${extra} …`);
    if (!says(options, afterDashes) && !context.interactive)
      throw new PlugboardError('usage', {
        message: 'edit needs to know what to change: --set, --unset, --url, -- <command...> …',
      });
    const targets = await targetsWith(context, name, options.in, options.scope, command);
    const change = await changeOf(context, name, targets, options);
    warnOfSecrets(output, { [name]: change({}) });
    const checkedChange = (server: Server): Server => withoutNewFlaws(name, server, change(checked(server, options)));
    // What comes out of the editor is the definition of the first file, for the others too.
    const [first, ...others] = targets;
    const isSpread = first && others.length > 0 && !says(options, afterDashes);
    const source = isSpread ? await readSource(host, name, first) : undefined;
    await bringServers(
      context,
      { names: [name], targets, conflict: 'overwrite' },
      (some) => update(host, name, checkedChange, some, source),
      // Of what stands there already, nothing is lost that was not before.
      { approve: options.approve, asked: new Set(Object.keys(change({}))) },
    );
  });
};

/** What the options ask for, or what comes out of the person's editor when they ask for nothing. */
async function changeOf(
  { host, output, afterDashes }: CommandContext,
  name: string,
  [first]: readonly Target[],
  options: Options,
): Promise<(server: Server) => Server> {
  if (says(options, afterDashes) || !first)
    return (server) => applySettings(withFlags(server, options, afterDashes), options.set ?? [], options.unset ?? []);
  const { editInEditor } = await import('../edit-in-editor.ts');
  const edited = await editInEditor(output, name, await readServer(host, name, first));
  return () => edited;
}

/** A token is of use to a server that has an address, or is given one. */
function checked(server: Server, options: Options): Server {
  requireUrlForToken(server.url === undefined ? options : { ...options, url: server.url });
  return server;
}

function says({ in: _, scope: __, approve: ___, ...changes }: Options, afterDashes: readonly string[]): boolean {
  return Object.keys(changes).length > 0 || afterDashes.length > 0;
}
