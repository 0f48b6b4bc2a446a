import type { Runtime } from '../../../live/runtime.ts';
import { describe, isError } from '../../../model/diagnostics/diagnostic.ts';
import type { StatusView } from '../../contract/servers.ts';
import type { Machine } from '../machine.ts';
import type { StatusBoard } from '../status-board.ts';
import { statusView } from '../status.ts';
import { sanitized } from '../words.ts';

/** The status of a server, as far as it is known without contacting it. */
export function serverStatus(name: string, machine: Machine, runtime: Runtime, board: StatusBoard): StatusView {
  const here = machine.here.get(name);
  const entries = machine.names.get(name) ?? [];
  if (!here) {
    if (entries.some(({ state }) => state === 'off')) return { name: 'off' };
    const error = entries.flatMap(({ issues }) => issues).find(isError);
    return {
      name: 'failed',
      reason: error ? sanitized(describe(error).message) : 'No client can use this definition.',
    };
  }
  if (here.disabled) return { name: 'off' };
  const permission = machine.permissions.get(name);
  if (permission === 'pending')
    return { name: 'needs-approval', reason: 'From the project. Not approved in its current form.' };
  if (permission === 'denied') return { name: 'denied', reason: 'You denied it.' };
  const { state } = runtime.manager.connections.get(name) ?? {};
  const last = board.lastOf(here);
  if (last || !state) return last ?? { name: 'not-checked' };
  return statusView(state, new Date());
}
