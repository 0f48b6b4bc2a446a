import type { Call } from './call.ts';
import { withheld } from './refusal.ts';
import type { RequestId } from './session.ts';

/**
 * Sends a call to its server. One that has just been started may not be what it was when its tools were accepted: a call
 * of a tool waits until it has said what they are.
 */
export function sendCall(call: Call, calls: ReadonlyMap<RequestId, Call>): void {
  const { upstream, link } = call.target;
  const compared = call.method === 'tools/call' ? upstream.compared(link) : undefined;
  if (compared) void sendLater(call, calls, compared);
  else link.send(call);
}

async function sendLater(call: Call, calls: ReadonlyMap<RequestId, Call>, compared: Promise<void>): Promise<void> {
  // Whoever asked may be gone meanwhile.
  const isWanted = (): boolean => calls.get(call.downId) === call;
  try {
    await compared;
  } catch (error) {
    if (isWanted()) call.fail(error);
    return;
  }
  if (isWanted()) sendIfAccepted(call);
}

function sendIfAccepted(call: Call): void {
  const { upstream, link, item = '' } = call.target;
  const isWithheld = upstream.judgement.withheld.has(item);
  if (!isWithheld || !link.info) return link.send(call);
  const error = withheld({ upstream, own: item });
  call.settle({ message: { jsonrpc: '2.0', id: call.id, error } }, link.info);
}
