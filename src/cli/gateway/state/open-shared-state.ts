import type { GatewayState, SharedState } from '../../../gateway/state/gateway-state.ts';
import { openState } from '../../../gateway/state/open-state.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';

export interface OpenedState {
  readonly state: GatewayState;
  readonly shared: SharedState;
  close(): Promise<void>;
}

/** Opens the state that gateways share, for a command. Rejects if it cannot be reached now. */
export async function openSharedState(url: string): Promise<OpenedState> {
  let reason = 'The shared state cannot be reached.';
  const state = await openState(url, { tell: (text) => (reason = text) });
  const { shared } = state;
  if (shared?.isReachable) return { state, shared, close: async () => state.close() };
  await state.close();
  const message = shared ? reason : '--state must be the URL of a shared state.';
  throw new PlugboardError('usage', { message });
}
