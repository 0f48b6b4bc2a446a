import { listKinds } from '../catalog/catalog.ts';
import type { FieldChange } from '../state/gateway-state.ts';
import type { Client } from './client.ts';
import { sendLogLevel } from './log-level.ts';
import { subscribeTo } from './routed.ts';
import { readFields, removedUris } from './session-fields.ts';

/** Applies fields that another replica has stored. */
export function restoreSession(session: Client, change: FieldChange): void {
  const { client, logLevel, listed, uris } = readFields(change.set ?? {});
  if (client) [session.era, session.client] = ['legacy', client];
  if (logLevel !== undefined) restoreLogLevel(session, logLevel);
  session.subscriptions.restore({
    listed: listKinds.filter((kind) => listed.includes(kind)),
    added: uris,
    removed: removedUris(change),
  });
  // Updates arrive on the connections of the replica that subscribed, so this one subscribes as well.
  for (const uri of uris) subscribeTo(session, uri);
}

function restoreLogLevel(session: Client, level: string): void {
  session.logLevel = level;
  for (const upstream of session.core.upstreams(session.view)) {
    for (const link of upstream.links) if (link.info) sendLogLevel(link, session);
  }
}
