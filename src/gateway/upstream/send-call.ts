import { withheld } from '../message/rpc-error.ts';
import type { RequestId } from '../session/session.ts';
import type { Call } from './call.ts';

/**
 * Sends a call to its server. A restarted server may have other tools than those that were approved, so a tool call
 * waits until its tools have been compared with the pins.
 */
export function sendCall(call: Call, calls: ReadonlyMap<RequestId, Call>): void {
  const { upstream, link } = call.target;
  const pinsChecked = call.method === 'tools/call' ? upstream.pinsChecked(link) : undefined;
  if (pinsChecked) void sendLater(call, calls, pinsChecked);
  else link.send(call);
}

async function sendLater(call: Call, calls: ReadonlyMap<RequestId, Call>, pinsChecked: Promise<void>): Promise<void> {
  // The client may have canceled the call in the meantime.
  const isWanted = (): boolean => calls.get(call.downId) === call;
  // The connection must not be closed for another user in the meantime.
  const release = call.target.link.hold();
  try {
    await pinsChecked;
  } catch (error) {
    if (isWanted()) call.fail(error);
    return;
  } finally {
    release();
  }
  if (isWanted()) sendIfAccepted(call);
}

function sendIfAccepted(call: Call): void {
  const { upstream, link, item = '' } = call.target;
  const isWithheld = upstream.pinCheck.withheld.has(item);
  if (!isWithheld || !link.info) return link.send(call);
  const error = withheld({ upstream, upstreamName: item });
  call.settle({ message: { jsonrpc: '2.0', id: call.id, error } }, link.info);
}
