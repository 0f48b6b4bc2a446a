import { locationOf } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import type { Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import { writableScopes } from '../../model/scope.ts';
import { getOwn } from '../../model/value.ts';
import type { ApiContext } from '../api-context.ts';
import type { TargetRef } from '../contract/common.ts';
import { HttpError } from '../http-error.ts';
import { machineOf } from '../views/machine.ts';

/** Resolves a file reference of the page to a writable file. */
export function targetFrom({ client: id, scope, variant }: TargetRef): Target {
  const client = getOwn(clients as Record<string, Client>, id);
  if (!client) throw new HttpError(400, { code: 'usage', field: 'client', message: `Unknown client "${id}".` });
  const place = { scope, ...(variant !== undefined && { variant }) };
  if (!writableScopes.includes(scope) || !locationOf(client, place)) {
    const message = `${client.name} has no file for scope ${scope}${variant === undefined ? '' : ` (${variant})`}.`;
    throw new HttpError(400, { code: 'usage', field: 'scope', message });
  }
  return { client, ...place };
}

/** All writable files that define a server, or only those that its client reads. */
export async function targetsWith(name: string, api: ApiContext, onlyRead: boolean): Promise<TargetRef[]> {
  const { names } = await machineOf(api)();
  const all = names.get(name);
  if (!all) throw noSuchServer(name, [...names.keys()]);
  const found = all.filter(
    ({ scope, shadowed }) => writableScopes.includes(scope) && (!onlyRead || shadowed?.why !== 'not-read'),
  );
  if (found.length === 0) {
    const message = `"${name}" is only in files that its client ignores or that an administrator manages.`;
    throw new HttpError(409, { code: 'server-not-writable', message });
  }
  const refs = found.map(({ client, scope, variant }) => ({
    client,
    scope,
    ...(variant !== undefined && { variant }),
  }));
  return [...new Map(refs.map((ref) => [JSON.stringify(ref), ref])).values()];
}

/** The targets with one of these paths. */
export async function targetsIn(
  targets: readonly TargetRef[],
  paths: readonly string[],
  host: Host,
): Promise<TargetRef[]> {
  const draft = new PlanDraft(host, '');
  const kept: TargetRef[] = [];
  for (const ref of targets) if (paths.includes((await draft.open(targetFrom(ref))).path)) kept.push(ref);
  return kept;
}
