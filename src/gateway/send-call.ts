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
  if (!compared) return link.send(call);
  // Whoever asked may be gone meanwhile.
  const isWanted = (): boolean => calls.get(call.downId) === call;
  compared.then(
    () => {
      if (isWanted()) sendIfAccepted(call);
    },
    (reason: unknown) => {
      if (isWanted()) call.fail(reason);
    },
  );
}

function sendIfAccepted(call: Call): void {
  const { upstream, link, item = '' } = call.target;
  const isWithheld = upstream.judgement.withheld.has(item);
  if (!isWithheld || !link.info) return link.send(call);
  const error = withheld({ upstream, own: item });
  call.settle({ message: { jsonrpc: '2.0', id: call.id, error } }, link.info);
}
