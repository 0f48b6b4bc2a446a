import { BadMessage } from '../../message/bad-message.ts';
import { frameOf, readFrame } from '../../message/frame.ts';
import type { Frame, RequestId } from '../../session/session.ts';
import type { SharedState, StoredEvent } from '../../state/gateway-state.ts';
import { storedJson } from '../../state/stored-json.ts';
import { type EventId, readEventId } from '../event-id.ts';
import type { Front } from '../front.ts';
import type { LegacySession } from '../legacy-session.ts';
import type { ReplyOwner } from '../reply-sink.ts';
import type { Reply } from '../reply.ts';
import { passingOwner } from './forward-request.ts';
import type { FrontReplicas } from './front-replicas.ts';
import { replicaLost } from './replica-lost.ts';

/** Creates the reply to the request that opens a stream. */
export type ReplyFor = (owner: ReplyOwner, name: string | number) => Reply;

/**
 * Resumes a stream that another replica has sent. That replica continues it; if it is lost, what it stored is sent, and
 * requests without a response fail.
 */
export function resumeElsewhere(
  front: Front,
  replicas: FrontReplicas,
  session: LegacySession,
  replyFor: ReplyFor,
  lastEventId: string,
): void {
  const { shared } = front.state;
  if (!shared) return;
  const event = readEventId(lastEventId);
  if (event.stream === 0) return void resumeOwn(shared, session, replyFor, event);
  const reply = replyFor(passingOwner(front, replicas), 'resumed');
  front.replies.stream(reply);
  reply.begin();
  const message = { kind: 'resume', session: session.id, event: lastEventId };
  replicas.awaited.ask(String(event.replica), message, reply, () => void sendStored(shared, session, reply, event));
}

/** The session's own stream moves to this replica. */
async function resumeOwn(
  shared: SharedState,
  session: LegacySession,
  replyFor: ReplyFor,
  event: EventId,
): Promise<void> {
  const { events } = await storedAfter(shared, session.id, event);
  session.openStream(replyFor, undefined, events);
}

async function sendStored(shared: SharedState, session: LegacySession, reply: Reply, event: EventId): Promise<void> {
  const { events, unanswered } = await storedAfter(shared, session.id, event);
  for (const [id, frame] of events) reply.stream(frame, id);
  for (const id of unanswered) reply.stream(frameOf({ jsonrpc: '2.0', id, error: replicaLost }));
  reply.end();
}

/** The requests that a stream answers. */
function idsIn(text: string | undefined): RequestId[] {
  const ids = storedJson(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' || typeof id === 'number') : [];
}

interface StoredRest {
  readonly events: readonly (readonly [id: string, frame: Frame])[];
  /** Requests of the stream that have no response. */
  readonly unanswered: readonly RequestId[];
}

/** The stored events of a stream after this one. None if the store cannot be reached. */
async function storedAfter(
  shared: SharedState,
  session: string,
  { replica, stream, number }: EventId,
): Promise<StoredRest> {
  const name = `${replica}.${stream}`;
  const stored = await shared.events.read(session).catch((): readonly StoredEvent[] => []);
  const same = stored.filter((event) => event.stream === name);
  const frames = same.flatMap((event) => {
    const frame = event.text === '' ? undefined : readFrame(event.text);
    return frame === undefined || frame instanceof BadMessage ? [] : [{ number: event.number, frame }];
  });
  const asked = same.flatMap(({ ids }) => idsIn(ids));
  const answered = new Set(
    frames.flatMap(({ frame: { message } }) => (message.method === undefined ? [message.id] : [])),
  );
  return {
    events: frames.filter((one) => one.number > number).map((one) => [`${name}-${one.number}`, one.frame] as const),
    unanswered: asked.filter((id) => !answered.has(id)),
  };
}
