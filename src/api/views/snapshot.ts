import type { Runtime } from '../../live/runtime.ts';
import type { Desk } from '../desk.ts';
import { type Machine, machineOf } from './machine.ts';
import { boardOf, type StatusBoard } from './status-board.ts';

/** What one answer is made from: the files as they were read once, and what is known of the servers. */
export interface Snapshot {
  readonly machine: Machine;
  readonly runtime: Runtime;
  readonly board: StatusBoard;
}

export async function snapshotOf(desk: Desk): Promise<Snapshot> {
  const [machine, runtime, board] = await Promise.all([machineOf(desk)(), desk.runtime(), boardOf(desk)]);
  await runtime.pins.settled();
  return { machine, runtime, board };
}
