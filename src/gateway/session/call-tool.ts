import type { Era } from '../../runtime/connect/session/session.ts';
import { unknownTool, withheld } from '../message/rpc-error.ts';
import { withoutSignInState } from '../sign-in/offer-sign-in.ts';
import { isSignInTool } from '../sign-in/sign-in-tool-names.ts';
import { runSignInTool } from '../sign-in/sign-in-tool.ts';
import type { Client } from './client.ts';
import { isSearchTool, runSearchTool } from './search.ts';
import type { Frame, RequestId } from './session.ts';

/** Handles `tools/call`. */
export function callTool(session: Client, received: Frame, era: Era): void {
  const frame = session.core.signIns ? withoutSignInState(received) : received;
  const name = frame.message.params?.['name'];
  const { routes, usesSearchTools } = session.core.catalogFor(session.view);
  const route = routes.tools.get(name as string);
  // Never a server's tool of the same name: it would get the code.
  if (session.core.signIns && isSignInTool(name)) return runSignInTool(session, frame, era);
  if (!route) {
    if (usesSearchTools && isSearchTool(name)) return runSearchTool(session, frame, era);
    return callLater(session, frame, era);
  }
  if (route.isWithheld) return session.track(frame, callWithheld(session, frame, era));
  const { upstream, upstreamName } = route;
  const link = upstream.linkFor(session);
  session.forward(
    frame,
    { upstream, link, item: upstreamName, name: upstreamName === name ? undefined : upstreamName },
    era,
  );
}

/** The tool may belong to a server whose list is not available yet. */
function callLater(session: Client, frame: Frame, era: Era): void {
  const id = frame.message.id as RequestId;
  const name = frame.message.params?.['name'];
  const known = session.core.whenListed(['tools'], session.view);
  if (known) session.track(frame, callWhenListed(session, frame, era, known));
  else session.refuse(id, unknownTool(name));
}

async function callWhenListed(session: Client, frame: Frame, era: Era, known: Promise<void>): Promise<void> {
  await known;
  const name = frame.message.params?.['name'];
  if (session.core.catalogFor(session.view).routes.tools.has(name as string)) callTool(session, frame, era);
  else session.refuse(frame.message.id as RequestId, unknownTool(name));
}

/** The tool may have been approved in the meantime. */
async function callWithheld(session: Client, frame: Frame, era: Era): Promise<void> {
  const { core, view } = session;
  const name = String(frame.message.params?.['name']);
  const route = core.catalogFor(view).routes.tools.get(name);
  if (route) await core.recheckPins(route.upstream);
  const now = core.catalogFor(view).routes.tools.get(name);
  if (now && !now.isWithheld) return callTool(session, frame, era);
  session.refuse(frame.message.id as RequestId, now ? withheld(now) : unknownTool(name));
}
