import { ConnectionError } from '../errors.ts';

/** A finished tool call. Never contains arguments or results. */
export interface EndedCall {
  readonly tool: string;
  readonly outcome: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'timeout';
  readonly ms: number;
  /** Size as JSON, in bytes: the arguments and the result. */
  readonly bytesIn: number;
  readonly bytesOut: number;
}

export type OnCall = (call: EndedCall) => void;

interface Observed {
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onCall: OnCall;
}

/** Sends a call and reports how it ended. */
export async function observeCall(
  send: () => Promise<Record<string, unknown>>,
  { params, signal, onCall }: Observed,
): Promise<Record<string, unknown>> {
  const began = performance.now();
  const end = (outcome: EndedCall['outcome'], result?: object): void =>
    onCall({
      tool: String(params?.['name']),
      outcome,
      ms: performance.now() - began,
      bytesIn: sizeOf(params?.['arguments']),
      bytesOut: sizeOf(result),
    });
  try {
    const result = await send();
    end(result['isError'] === true ? 'tool-error' : 'ok', result);
    return result;
  } catch (error) {
    end(outcomeOf(error, signal));
    throw error;
  }
}

function outcomeOf(error: unknown, signal: AbortSignal | undefined): EndedCall['outcome'] {
  if (error instanceof ConnectionError && error.failure.kind === 'timeout') return 'timeout';
  return signal?.aborted ? 'cancelled' : 'error';
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value) ?? '');
}
