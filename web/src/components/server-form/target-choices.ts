import type { ClientView } from '../../../../src/api/contract/clients.ts';
import type { PathView, TargetRef } from '../../../../src/api/contract/common.ts';
import type { ServersAnswer } from '../../../../src/api/contract/servers.ts';
import { catalogId } from '../../../../src/model/origin.ts';
import { type Scope, writableScopes } from '../../../../src/model/scope.ts';
import { compareNames } from '../../../../src/model/server-name.ts';

/** A file that a server can be written to. */
export interface TargetChoice {
  readonly target: TargetRef;
  readonly clientName: string;
  readonly file: PathView;
  readonly exists: boolean;
  readonly isHere: boolean;
  /** It has syntax errors, so nothing can be written to it. */
  readonly isBroken: boolean;
}

/** A key to compare targets. */
export function targetKey({ client, scope, variant }: TargetRef): string {
  return [client, scope, variant ?? ''].join(' ');
}

export function isSameTarget(a: TargetRef, b: TargetRef): boolean {
  return targetKey(a) === targetKey(b);
}

/** All writable files of a scope: our catalog first, then installed clients. */
export function choicesIn(clients: readonly ClientView[], scope: Scope): TargetChoice[] {
  const choices = clients.flatMap(({ id, name, isHere, files }) =>
    files
      .filter((file) => file.scope === scope && file.writable)
      .map(({ variant, file, exists, issues }) => ({
        target: { client: id, scope, ...(variant === undefined ? {} : { variant }) },
        clientName: name,
        file,
        exists,
        isHere: isHere || id === catalogId,
        isBroken: issues.some(({ severity }) => severity === 'error'),
      })),
  );
  return choices.toSorted((a, b) => rank(a) - rank(b) || compareNames(a.clientName, b.clientName));
}

function rank({ target, isHere }: TargetChoice): number {
  if (target.client === catalogId) return 0;
  return isHere ? 1 : 2;
}

export function scopesWithFiles(clients: readonly ClientView[]): Scope[] {
  return writableScopes.filter((scope) => choicesIn(clients, scope).length > 0);
}

/** The catalog and all installed clients whose files can be written, for a server that is to be everywhere. */
export function installedTargets(clients: readonly ClientView[]): TargetRef[] {
  const choices = choicesIn(clients, 'user').filter(({ isHere, isBroken }) => isHere && !isBroken);
  return choices
    .filter(({ target }, at) => choices.findIndex((one) => one.target.client === target.client) === at)
    .map(({ target }) => target);
}

/** The same clients in another scope, if they have a file there. */
export function inScope(targets: readonly TargetRef[], clients: readonly ClientView[], scope: Scope): TargetRef[] {
  const wanted = new Set(targets.map(({ client }) => client));
  const seen = new Set<string>();
  return choicesIn(clients, scope).flatMap(({ target, isBroken }) => {
    if (isBroken || !wanted.has(target.client) || seen.has(target.client)) return [];
    seen.add(target.client);
    return [target];
  });
}

/** Names already defined in one of the files. */
export function namesIn(
  { servers, places }: Pick<ServersAnswer, 'servers' | 'places'>,
  targets: readonly TargetRef[],
): Set<string> {
  const files = new Set(targets.map(targetKey));
  const wanted = new Set(places.flatMap((place, at) => (files.has(targetKey(place)) ? [at] : [])));
  return new Set(servers.filter((row) => row.places.some((at) => wanted.has(at))).map(({ name }) => name));
}

/** The empty value before the first response. */
export const noServers: Pick<ServersAnswer, 'servers' | 'places'> = { servers: [], places: [] };
