import { wholeOf } from '../message/frame.ts';
import type { Call } from '../upstream/call.ts';
import type { Frame, GatewayEvent, JsonObject, OpenOptions } from './session.ts';

type Ended = Extract<GatewayEvent, { kind: 'call' }>;

/** The outcome of a call, for logs and metrics. */
export function outcomeOf({ message, text }: Frame): Pick<Ended, 'outcome' | 'code' | 'bytesOut'> {
  const bytesOut = Buffer.byteLength(text ?? '');
  const { error, result } = message;
  if (error !== undefined) {
    const code = (error as JsonObject | null)?.['code'];
    return { outcome: 'error', bytesOut, ...(typeof code === 'number' && { code }) };
  }
  return { outcome: (result as JsonObject | null)?.['isError'] === true ? 'tool-error' : 'ok', bytesOut };
}

/** The event for a finished call of a session. */
export function callEvent(
  { id, labels }: { readonly id: string; readonly labels: Pick<OpenOptions, 'principal' | 'view'> },
  call: Call,
  end: ReturnType<typeof outcomeOf>,
  ms: number,
): GatewayEvent {
  const { upstream, item } = call.target;
  return {
    kind: 'call',
    session: id,
    ...labels,
    method: call.method,
    server: upstream.name,
    ...(item !== undefined && { item }),
    bytesIn: Buffer.byteLength(call.frame.text ?? ''),
    ...end,
    ms,
    ...(call.trace && { trace: call.trace }),
    argumentsText: () => argumentsIn(call.frame),
  };
}

function argumentsIn(frame: Frame): string | undefined {
  const span = frame.spans?.arguments;
  if (span && frame.text !== undefined) return frame.text.slice(...span);
  const given = wholeOf(frame).params?.['arguments'];
  return given === undefined ? undefined : JSON.stringify(given);
}
