import { clients, type ClientId } from '../../clients/registry.ts';
import type { Server } from '../../model/server.ts';
import { wordsOf } from '../../model/shell/shell-words.ts';
import { isStarter } from './command-lines/starters.ts';

/** Whether `command` contains the whole command line. */
export function isWholeLine({ command, args }: Server): boolean {
  if (typeof command !== 'string' || (Array.isArray(args) && args.length > 0)) return false;
  const [first, second] = command.trim().split(/\s+/, 2);
  return first !== undefined && second !== undefined && isStarter(first);
}

/** Splits a whole command line in `command` into words, if the client would too. */
export function splitCommand(server: Server, dialect: ClientId): Server {
  if (!clients[dialect].paste?.splitsCommand || !isWholeLine(server)) return server;
  const [command, ...args] = wordsOf(server.command ?? '') ?? [];
  return command === undefined ? server : { ...server, command, args };
}
