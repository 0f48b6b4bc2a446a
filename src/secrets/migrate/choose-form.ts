import { shapeOf } from '../../clients/read-document.ts';
import type { Client, Place } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import type { Host } from '../../model/host.ts';
import { readLauncher } from '../../model/launcher/launcher-entry.ts';
import { printCommand } from '../../model/launcher/print-command.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { sameValue, type Value } from '../../model/value.ts';
import type { SecretSubject } from '../find/subjects.ts';

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

/** A server with references in place of its secrets. */
export interface Referring {
  readonly server: Server;
  /** The values by the name of the reference. */
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Chooses the form for one entry. A reference needs its variable in the environment of the client, which only a shell
 * provides: it is chosen where our own program reads the file, where the variable is already set, where an env file is
 * there to be loaded by the shell, and in files that are shared with others.
 */
export function chooseForm(
  host: Host,
  subject: SecretSubject,
  { server, values }: Referring,
  as: WantedForm,
  vaultOf: (secret: string) => VaultId,
): Form {
  const { client } = subject;
  if (client.verbatim) return 'reference';
  const isStarted = inferTransport(server) === 'stdio';
  const other = isStarted ? 'launcher' : 'gateway';
  if (as === 'launcher' || readLauncher(subject.server)) return other;
  const mayRefer = canExpress(host, subject, server);
  if (as === 'reference' && mayRefer) return 'reference';
  const commands = asCommands(subject, server, values);
  if (commands && canExpress(host, subject, commands)) return 'command';
  const isLoaded = [...values].every(([name, value]) => host.env[name] === value || vaultOf(name) === 'env-file');
  const isShared = subject.scope === 'project';
  return mayRefer && (isShared || (isLoaded && !client.behavior?.isDesktopApp)) ? 'reference' : other;
}

/** Whether the client can be told this without losing a changed field. */
export function canExpress(host: Host, subject: SecretSubject, server: Server): boolean {
  const { native, losses } = writeEntry(subject.client, shapeIn(subject), subject.name, server, placeOf(subject, host));
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

function shapeIn({ client, at }: SecretSubject): Client['shapes'][number] {
  return shapeOf(client, (at?.source as { readonly value?: Value } | undefined)?.value);
}

function placeOf({ scope, variant }: SecretSubject, host: Host): Place {
  return { scope, project: host.cwd, ...(variant !== undefined && { variant }) };
}

/** The server with a command in place of each secret; undefined if a value is not one secret behind a scheme. */
export function asCommands(
  { client }: SecretSubject,
  server: Server,
  values: ReadonlyMap<string, string>,
): Server | undefined {
  const { commands } = client.references;
  if (!commands) return undefined;
  const changed: Record<string, Record<string, string>> = {};
  const rest = new Set(values.keys());
  for (const field of ['env', 'headers'] as const) {
    if (!commands.fields.includes(field)) continue;
    const entries = Object.entries(server[field] ?? {}).map(([key, text]): [string, string] => {
      const [, prefix = '', name = ''] = /^([A-Za-z]+ )?\$\{([A-Za-z_]\w*)\}$/.exec(text) ?? [];
      if (!values.has(name)) return [key, text];
      rest.delete(name);
      return [key, `!${printCommand(name, prefix)}`];
    });
    if (entries.length > 0) changed[field] = Object.fromEntries(entries);
  }
  const all = { ...server, ...changed };
  const isLeft = [...values.keys()].some((name) => JSON.stringify(all).includes(`\${${name}}`));
  return rest.size === 0 && !isLeft ? all : undefined;
}
