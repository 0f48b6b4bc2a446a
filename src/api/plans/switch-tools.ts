import { switchTools } from '../../live/switch-tools.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Plan } from '../../store/plan.ts';
import type { Operation } from '../contract/plans.ts';
import type { Desk } from '../desk.ts';
import { targetFrom } from './targets.ts';

/** The operation `tools`: single tools of a server on or off. */
export async function planToolSwitch(desk: Desk, operation: Extract<Operation, { kind: 'tools' }>): Promise<Plan> {
  const { server, tools, on, targets } = operation;
  const runtime = await desk.runtime();
  const here = runtime.servers.find(({ name }) => name === server);
  if (!here) throw new PlugboardError('server-unknown', { name: server });
  const known = runtime.tools.servers.get(server)?.tools.map(({ name }) => name) ?? [];
  return switchTools(
    desk.host,
    { server, tools, on, known, definition: here.server },
    targets.map((target) => targetFrom(target)),
  );
}
