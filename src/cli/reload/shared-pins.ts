import type { RuntimeOptions } from '../../live/open-runtime.ts';
import { openSharedState } from '../gateway/state/open-shared-state.ts';

export interface SharedPins {
  readonly pins: NonNullable<RuntimeOptions['pins']>;
  /** Tells all gateways to compare their tools again. */
  announce(): Promise<void>;
  close(): Promise<void>;
}

/** The accepted tools of gateways that share a state. */
export async function sharedPins(url: string): Promise<SharedPins> {
  const { state, shared, close } = await openSharedState(url);
  return {
    pins: (local) => state.values('pins', local),
    announce: async () => shared.bus.broadcast({ kind: 'pins' }),
    close,
  };
}
