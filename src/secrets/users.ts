import type { Host } from '../model/host.ts';
import { namesIn } from '../model/launcher/places.ts';
import { printedName } from '../model/launcher/print-command.ts';
import { splitReferences } from '../model/reference.ts';
import type { Server } from '../model/server.ts';
import { isMap, type Value } from '../model/value.ts';
import { type SubjectOptions, subjectsHere } from './find/subjects.ts';

/** A definition that refers to a secret. */
export interface SecretUser {
  readonly server: string;
  readonly client: string;
  readonly file: string;
}

/** The definitions on this machine by the secrets that they refer to. */
export async function usersOf(host: Host, options: SubjectOptions = {}): Promise<Map<string, SecretUser[]>> {
  const users = new Map<string, SecretUser[]>();
  for (const { name, server, client, file } of await subjectsHere(host, options)) {
    for (const secret of secretsReferredTo(server)) {
      const all = users.get(secret) ?? [];
      users.set(secret, [...all, { server: name, client: client.id, file }]);
    }
  }
  return users;
}

/** The names that a definition refers to: as a variable, as a place of the launcher, or in our own command. */
export function secretsReferredTo(server: Server): Set<string> {
  const names = new Set<string>();
  const visit = (value: Value): void => {
    if (typeof value === 'string') {
      for (const part of splitReferences(value)) if (typeof part !== 'string') names.add(part.name);
      for (const name of namesIn(value)) names.add(name);
      const printed = printedName(value);
      if (printed !== undefined) names.add(printed);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (isMap(value)) Object.values(value).forEach(visit);
  };
  visit(server as Value);
  return names;
}
