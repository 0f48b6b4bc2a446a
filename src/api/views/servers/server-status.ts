import type { Runtime } from '../../../live/runtime.ts';
import { describe, isError } from '../../../model/diagnostics/diagnostic.ts';
import type { StatusView } from '../../contract/servers.ts';
import type { Machine } from '../machine.ts';
import type { StatusBoard } from '../status-board.ts';
import { statusView } from '../status.ts';
import { harmless } from '../words.ts';

/** How things stand with a server, as far as that is known without asking it. */
export function serverStatus(name: string, machine: Machine, runtime: Runtime, board: StatusBoard): StatusView {
  const here = machine.here.get(name);
  const entries = machine.names.get(name) ?? [];
  if (!here) {
    if (entries.some(({ state }) => state === 'off')) return { name: 'off' };
    const flaw = entries.flatMap(({ findings }) => findings).find(isError);
    return { name: 'failed', reason: flaw ? harmless(describe(flaw).message) : 'No client can use it as it is.' };
  }
  if (here.disabled) return { name: 'off' };
  const permission = machine.permissions.get(name);
  if (permission === 'pending')
    return { name: 'needs-approval', reason: 'It came with the project, and nobody has approved it as it is now.' };
  if (permission === 'denied') return { name: 'denied', reason: 'You have denied it.' };
  const { state } = runtime.manager.connections.get(name) ?? {};
  const last = board.lastOf(here);
  if (last || !state) return last ?? { name: 'not-checked' };
  return statusView(state, new Date());
}
