import type { Frame, GatewayEvent, JsonObject } from './session.ts';

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
