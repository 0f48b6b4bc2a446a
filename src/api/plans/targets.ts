import { locationOf } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import type { Target } from '../../manage/target.ts';
import { writableScopes } from '../../model/scope.ts';
import { getOwn } from '../../model/value.ts';
import type { TargetRef } from '../contract/common.ts';
import { Refusal } from '../refusal.ts';

/** The file that the page means, if there is one that a person may write. */
export function targetFrom({ client: id, scope, variant }: TargetRef): Target {
  const client = getOwn(clients as Record<string, Client>, id);
  if (!client) throw new Refusal(400, { code: 'usage', field: 'client', message: `There is no client called ${id}.` });
  const place = { scope, ...(variant !== undefined && { variant }) };
  if (!writableScopes.includes(scope) || !locationOf(client, place)) {
    const message = `${client.name} has no file of the scope ${scope}${variant === undefined ? '' : ` (${variant})`}.`;
    throw new Refusal(400, { code: 'usage', field: 'scope', message });
  }
  return { client, ...place };
}
