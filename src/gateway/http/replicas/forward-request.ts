import type { ServerResponse } from 'node:http';
import { callerText } from '../../auth/caller-text.ts';
import type { Caller } from '../../auth/principal.ts';
import { textOf } from '../../message/frame.ts';
import type { Frame, RequestId } from '../../session/session.ts';
import { parkedAt } from '../../state/parked-state.ts';
import type { Front } from '../front.ts';
import type { ReplyOwner, ReplySink } from '../reply-sink.ts';
import { Reply } from '../reply.ts';
import type { FrontReplicas } from './front-replicas.ts';
import { replicaLost } from './replica-lost.ts';

/**
 * The replica that must handle a request, if it is another one: the one that holds the call which the request continues,
 * or the process that runs the task.
 */
export function replicaFor(front: Front, { message }: Frame): string | Promise<string | undefined> | undefined {
  const { shared } = front.state;
  if (!shared || message.id === undefined) return undefined;
  const parked = parkedAt(message.params?.['requestState']);
  if (parked !== undefined) return parked === shared.replica ? undefined : parked;
  const task = message.params?.['taskId'];
  return typeof task === 'string' ? front.gateway.findTask?.(task) : undefined;
}

interface Forwarded {
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** Of a legacy client. */
  readonly session?: string | undefined;
}

/** Sends a request to another replica and its response to the client. */
export function forwardRequest(
  front: Front,
  replicas: FrontReplicas,
  to: string,
  frame: Frame,
  { response, caller, session }: Forwarded,
): void {
  const reply = new Reply(response, passingOwner(front, replicas), 'forwarded', caller.principal.expiresAt);
  front.replies.wait(reply);
  const message = {
    kind: 'request',
    text: textOf(frame),
    caller: callerText(caller),
    ...(session !== undefined && { session }),
  };
  replicas.awaited.ask(to, message, reply, () => {
    const id = frame.message.id as RequestId;
    reply.answer(JSON.stringify({ jsonrpc: '2.0', id, error: replicaLost }));
  });
}

/** The owner of a reply whose content another replica sends. */
export function passingOwner(front: Front, replicas: FrontReplicas): ReplyOwner {
  return {
    behindBytes: front.limits.behindBytes,
    onSlowReader: () => {},
    onReplyClosed(reply: ReplySink, isGone: boolean) {
      front.replies.forget(reply);
      if (isGone) replicas.awaited.closed(reply);
    },
  };
}
