import type { Connection } from '../../runtime/connection.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import type { TopFailure, TopState } from '../tui/top/top-server.ts';

/** The state of a connection on the screen. A server without a connection is disabled. */
export function stateOf(connection: Connection | undefined): { state: TopState; when?: Date } {
  const { state } = connection ?? {};
  if (!state) return { state: 'off' };
  if (state.name === 'ready') return { state: 'ready', when: state.since };
  if (state.name === 'backoff') return { state: 'backoff', when: state.until };
  if (state.name === 'failed') return { state: state.failure.kind === 'denied' ? 'denied' : 'failed' };
  return { state: state.name === 'closed' ? 'idle' : state.name };
}

export function failureIn(state: ConnectionState | undefined): TopFailure | undefined {
  if (state?.name === 'needs-sign-in') return { message: state.reason, stderr: [] };
  if (state?.name !== 'failed' && state?.name !== 'backoff') return undefined;
  const { message, tip, stderr = [] } = state.failure;
  return { message, ...(tip !== undefined && { tip }), stderr };
}
