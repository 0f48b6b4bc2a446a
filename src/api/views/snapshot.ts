import type { Runtime } from '../../live/runtime.ts';
import type { ApiContext } from '../api-context.ts';
import { type Machine, machineOf } from './machine.ts';
import { boardOf, type StatusBoard } from './status-board.ts';

/** The state for one response: the files as read once, and the known status of servers. */
export interface Snapshot {
  readonly machine: Machine;
  readonly runtime: Runtime;
  readonly board: StatusBoard;
}

export async function snapshotOf(api: ApiContext): Promise<Snapshot> {
  const [machine, runtime, board] = await Promise.all([machineOf(api)(), api.runtime(), boardOf(api)]);
  await runtime.pins.settled();
  return { machine, runtime, board };
}
