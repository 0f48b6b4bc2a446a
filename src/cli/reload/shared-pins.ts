import { openState } from '../../gateway/state/open-state.ts';
import type { RuntimeOptions } from '../../live/open-runtime.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';

export interface SharedPins {
  readonly pins: NonNullable<RuntimeOptions['pins']>;
  /** Tells all gateways to compare their tools again. */
  announce(): Promise<void>;
  close(): Promise<void>;
}

/** The accepted tools of gateways that share a state. */
export async function sharedPins(url: string): Promise<SharedPins> {
  const state = await openState(url);
  const { shared } = state;
  if (!shared?.isReachable) {
    await state.close();
    const message = shared ? 'The shared state cannot be reached.' : '--state must be the URL of a shared state.';
    throw new PlugboardError('usage', { message });
  }
  return {
    pins: (local) => state.values('pins', local),
    announce: async () => shared.bus.broadcast({ kind: 'pins' }),
    close: async () => state.close(),
  };
}
