import type { Views } from '../catalog/views.ts';
import { wholeOf } from '../message/frame.ts';
import { METHOD_NOT_FOUND } from '../message/rpc-error.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { ownsLink } from '../upstream/isolation.ts';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { audienceOf, isCalling } from './audience.ts';
import type { ClientSession } from './client-session.ts';
import { sendLogLevel, wantsLog } from './log-level.ts';
import { decline } from './server-requests.ts';
import type { Frame, RequestId } from './session.ts';

interface Sources {
  readonly sessions: ReadonlyMap<string, ClientSession>;
  readonly views: Views;
  readonly tasks: Tasks;
}

/** Requests and notifications of servers, and the clients that they are for. */
export class ServerMessages {
  readonly #from: Sources;

  constructor(from: Sources) {
    this.#from = from;
  }

  onConnected(upstream: Upstream, link: UpstreamLink): void {
    for (const session of this.#usersOf(upstream, link)) sendLogLevel(link, session);
  }

  /**
   * Forwards a server request to a client only if it is unambiguous which one: the owner of the connection, or the only
   * session with a call in flight on it.
   */
  onRequest(upstream: Upstream, link: UpstreamLink, frame: Frame): void {
    const { sessions, tasks } = this.#from;
    const { method, id } = frame.message;
    if (method === 'ping') return link.sendOneWay(JSON.stringify({ jsonrpc: '2.0', id: id as RequestId, result: {} }));
    const owner = sessions.get(upstream.ownerOf(link) ?? '');
    const callers = [...sessions.values()].filter(({ calls }) => isCalling(calls, link));
    const session = owner ?? (callers.length === 1 ? callers[0] : undefined);
    if (session) session.serverRequests.ask(link, tasks.withClientIds({ upstream, link }, frame));
    else decline(link, frame, METHOD_NOT_FOUND, 'The request cannot be assigned to exactly one client.');
  }

  onNotification(upstream: Upstream, link: UpstreamLink, frame: Frame): void {
    const { method } = frame.message;
    if (method === 'notifications/subscriptions/acknowledged') return;
    const users = this.#usersOf(upstream, link);
    if (this.#from.tasks.handleNotification({ upstream, link }, frame, users)) return;
    if (method === 'notifications/cancelled')
      for (const { serverRequests } of users) serverRequests.onCanceled(link, frame);
    else if (method === 'notifications/resources/updated') {
      const { params = {} } = wholeOf(frame);
      for (const { subscriptions } of users) subscriptions.updated(String(params['uri']), frame, params);
    } else for (const session of audienceOf(users, link)) forwardNotification(session, link, frame);
  }

  #usersOf(upstream: Upstream, link: UpstreamLink): ClientSession[] {
    const { sessions, views } = this.#from;
    const owner = upstream.ownerOf(link);
    const all = [...sessions.values()];
    return owner === undefined
      ? all.filter((session) => !upstream.ownLink(session.id) && views.sees(session.view, upstream))
      : all.filter((session) => ownsLink(owner, session) && !(owner !== session.id && upstream.ownLink(session.id)));
  }
}

/** If the session has a single call on this connection, the notification is sent on the stream of that call. */
function forwardNotification(session: ClientSession, link: UpstreamLink, frame: Frame): void {
  if (frame.message.method === 'notifications/message' && !wantsLog(session, wholeOf(frame).params?.['level'])) return;
  const calls = [...session.calls.values()].filter(({ target }) => target.link === link);
  session.outlet.send(frame, calls.length === 1 ? calls[0]?.downId : undefined);
}
