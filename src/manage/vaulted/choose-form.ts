import { shapeOf } from '../../clients/read-document.ts';
import type { Client } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import type { Host } from '../../model/host.ts';
import { readLauncher } from '../../model/launcher/launcher-entry.ts';
import { printCommand } from '../../model/launcher/print-command.ts';
import type { Scope } from '../../model/scope.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { sameValue, type Value } from '../../model/value.ts';
import { placeOf } from '../plan/target.ts';
import { onLastingPath, vaultVariables } from './own-program.ts';

/**
 * What a client's file gets instead of a secret: a reference that the client expands, a command that prints the value,
 * our launcher in front of the server's command, or our gateway in place of a remote server.
 */
export type Form = 'reference' | 'command' | 'launcher' | 'gateway';

export type WantedForm = 'auto' | 'reference' | 'launcher';

export interface FormRequest {
  /** Where new values go. */
  readonly vault: VaultId;
  readonly as: WantedForm;
}

/** An entry for a client. `server` has plain secrets, or any text in their place. */
export interface FormSubject {
  readonly name: string;
  readonly server: Server;
  readonly client: Client;
  readonly scope: Scope;
  readonly variant?: string;
  /** The content of the file. */
  readonly root: Value | undefined;
}

/** A server with references in place of its secrets. */
export interface Referring {
  readonly server: Server;
  /** The names of the references. */
  readonly secrets: ReadonlySet<string>;
  /** Whether a shell provides these variables: it has them, or can load them from an env file. */
  readonly isProvided: boolean;
  /** Whether a command in the entry may print the values: the entry then gets them without a grant. Default: true. */
  readonly mayPrint?: boolean;
}

/**
 * Chooses the form for one entry. A reference needs its variable in the environment of the client, which only a shell
 * provides: it is chosen where our own program reads the file, where the variable is already set, where an env file is
 * there to be loaded by the shell, and in files that are shared with others.
 */
export async function chooseForm(
  host: Host,
  subject: FormSubject,
  referring: Referring,
  as: WantedForm,
): Promise<Form> {
  const { client } = subject;
  const { server, isProvided } = referring;
  if (client.verbatim) return 'reference';
  const isStarted = inferTransport(server) === 'stdio';
  const other = isStarted ? 'launcher' : 'gateway';
  if (as === 'launcher' || readLauncher(subject.server)) return other;
  const mayRefer = canExpress(host, subject, server);
  if (as === 'reference' && mayRefer) return 'reference';
  const isShared = subject.scope === 'project';
  const commands = printing(subject, referring);
  if (commands && canExpress(host, subject, commands) && (isShared || (await canPrint(host)))) return 'command';
  return mayRefer && (isShared || (isProvided && !client.behavior?.isDesktopApp)) ? 'reference' : other;
}

/** The server with a command in place of each secret, if it may have that and the client takes it. */
function printing(subject: FormSubject, { server, secrets, mayPrint = true }: Referring): Server | undefined {
  return mayPrint ? asCommands(subject, server, secrets) : undefined;
}

/** Whether a client that runs our command by its name gets the value: the command names no state. */
async function canPrint(host: Host): Promise<boolean> {
  const isMoved = Object.keys(vaultVariables(host, [], false)).length > 0;
  return !isMoved && (await onLastingPath(host)) !== undefined;
}

/** Whether the client can be told this without losing a changed field. */
export function canExpress(host: Host, subject: FormSubject, server: Server): boolean {
  const { client, root, name } = subject;
  const { native, losses } = writeEntry(client, shapeOf(client, root), name, server, placeOf(subject, host));
  const changed = changedFields(subject.server, server);
  const isMeant = (field: string): boolean => changed.includes(field.split('.')[0] ?? field);
  return native !== undefined && !losses.some(({ action, field }) => action === 'dropped' && isMeant(field));
}

export function changedFields(before: Server, after: Server): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter(
    (field) => !sameValue(before[field] as Value | undefined, after[field] as Value | undefined),
  );
}

/** The server with a command in place of each secret; undefined if a value is not one secret behind a scheme. */
export function asCommands({ client }: FormSubject, server: Server, secrets: ReadonlySet<string>): Server | undefined {
  const { commands } = client.references;
  if (!commands) return undefined;
  const changed: Record<string, Record<string, string>> = {};
  const rest = new Set(secrets);
  for (const field of ['env', 'headers'] as const) {
    if (!commands.fields.includes(field)) continue;
    const entries = Object.entries(server[field] ?? {}).map(([key, text]): [string, string] => {
      const [, prefix = '', name = ''] = /^([A-Za-z]+ )?\$\{([A-Za-z_]\w*)\}$/.exec(text) ?? [];
      if (!secrets.has(name)) return [key, text];
      rest.delete(name);
      return [key, `!${printCommand(name, prefix)}`];
    });
    if (entries.length > 0) changed[field] = Object.fromEntries(entries);
  }
  const all = { ...server, ...changed };
  const isLeft = [...secrets].some((name) => JSON.stringify(all).includes(`\${${name}}`));
  return rest.size === 0 && !isLeft ? all : undefined;
}
