import { because, type Loss } from '../../model/diagnostics/loss.ts';
import { absoluteSearchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { cmdSyntax, isCmdWrapper, portable, throughCmd } from '../../model/shell/cmd-wrapper.ts';
import { findScript } from '../../model/shell/windows-script.ts';
import { sameValue, setOwn } from '../../model/value.ts';
import type { OpenDocument } from './plan-draft.ts';

export interface FittedServer {
  readonly server: Server;
  readonly losses: readonly Loss[];
}

/**
 * The server with a command that the client can start on this system: through the interpreter of Windows where the
 * client needs that, without it everywhere else.
 */
export async function fitCommand(
  host: Host,
  { client, place }: Pick<OpenDocument, 'client' | 'place'>,
  server: Server,
): Promise<FittedServer> {
  if (host.platform !== 'win32' || !client.behavior?.needsCmd) return { server: portable(server), losses: [] };
  const { command, args = [] } = server;
  const unchanged: FittedServer = { server, losses: [] };
  if (typeof command !== 'string' || isCmdWrapper(server)) return unchanged;
  const { isScript } = await findScript(host, command, absoluteSearchPath(host), host.cwd);
  if (!isScript) return unchanged;
  const loss = { client: client.id, action: 'mapped' } as const;
  const losses: Loss[] = args.flatMap((arg, index) =>
    cmdSyntax.test(arg) ? [{ ...loss, field: `args.${index}`, ...because('read-by-cmd') }] : [],
  );
  if (place.scope === 'project') losses.unshift({ ...loss, field: 'command', ...because('started-through-cmd') });
  return { server: throughCmd(server), losses };
}

export interface FittedServers {
  readonly servers: Readonly<Record<string, Server>>;
  readonly losses: readonly (Loss & { readonly server: string })[];
}

/** `fitCommand` for all servers of a document. */
export async function fitCommands(
  host: Host,
  document: Pick<OpenDocument, 'client' | 'place'>,
  servers: Readonly<Record<string, Server>>,
): Promise<FittedServers> {
  const fitted: Record<string, Server> = {};
  const losses: (Loss & { server: string })[] = [];
  for (const [name, server] of Object.entries(servers)) {
    const one = await fitCommand(host, document, server);
    setOwn(fitted, name, one.server);
    losses.push(...one.losses.map((loss) => ({ ...loss, server: name })));
  }
  return { servers: fitted, losses };
}

/** `fitCommand` if the command differs from the one in the file. Otherwise that stays: it may be for another system. */
export async function fitChangedCommand(
  host: Host,
  document: Pick<OpenDocument, 'client' | 'place'>,
  before: Server | undefined,
  server: Server,
): Promise<FittedServer> {
  const isSame = before !== undefined && hasSameCommand(before, server);
  return isSame ? { server, losses: [] } : fitCommand(host, document, server);
}

/** The server with the interpreter that the entry in the file has around the same command. */
export function keepWrapper(before: Server | undefined, server: Server): Server {
  if (!before || !isCmdWrapper(before) || !hasSameCommand(portable(before), server)) return server;
  const { command = '', args = [] } = before;
  return { ...server, command, args };
}

function hasSameCommand(one: Server, other: Server): boolean {
  return one.command === other.command && sameValue([...(one.args ?? [])], [...(other.args ?? [])]);
}
