import type { Server } from '../server.ts';
import { keepLauncher, readLauncher, withoutLauncher } from './launcher-entry.ts';
import { keepPrintCommands, printsSecrets, withoutPrintCommands } from './print-command.ts';

/** Whether an entry has secrets of the vault through us: from the launcher, or from our command that prints them. */
export function hasOwnForm(server: Server): boolean {
  return readLauncher(server) !== undefined || printsSecrets(server);
}

/** What an entry starts or contacts, with references in place of the secrets that it has through us. */
export function startedServer(server: Server): Server {
  return withoutPrintCommands(withoutLauncher(server));
}

/** The server in the form of the entry that it replaces. `secrets` are the names in the vault. */
export function keepOwnForm(before: Server | undefined, server: Server, secrets: ReadonlySet<string>): Server {
  return before ? keepPrintCommands(before, keepLauncher(before, server, secrets), secrets) : server;
}
