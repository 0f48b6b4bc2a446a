import { toolSides, type ToolSides } from '../../clients/tool-sides.ts';
import { add } from '../../manage/add.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { serversIn } from '../../manage/plan/servers-in.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import { update } from '../../manage/update.ts';
import type { Host } from '../../model/host.ts';
import type { Server, ToolFilter } from '../../model/server.ts';
import { isOffered } from '../../runtime/tools/tool-filter.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import type { Plan } from '../../store/write/plan.ts';

export interface ToolSwitch {
  readonly server: string;
  /** The servers' own tool names. */
  readonly tools: readonly string[];
  readonly on: boolean;
  /** All known tools of the server. */
  readonly known: readonly string[];
  /** Definition to add to the catalog if it lacks the server, with the project it came from. */
  readonly definition: Pick<ServerToRun, 'server' | 'origin'> | undefined;
}

/** Plans to enable or disable tools of a server, in files of clients that support it and in the catalog. */
export async function switchTools(host: Host, change: ToolSwitch, targets: readonly Target[]): Promise<Plan> {
  const { server: name, tools, on } = change;
  const title = `${on ? 'enable' : 'disable'} ${tools.join(', ')} of ${name} in ${targets.map(nameOf).join(', ')}`;
  return inSteps(
    host,
    title,
    targets.map((target) => async (now) => {
      const sides = toolSides(target.client);
      const changed = (server: Server): Server => withFilter(server, changedFilter(server.tools, change, sides));
      const isThere = (await serversIn(now, target).catch(() => undefined))?.servers.has(name);
      if (isThere || !target.client.verbatim || !change.definition) return update(now, name, changed, [target]);
      const { server, origin } = change.definition;
      const source =
        origin?.project === undefined ? undefined : { name, server, origin: { ...origin, project: origin.project } };
      return add(now, name, changed(server), [target], 'fail', source);
    }),
  );
}

function withFilter({ tools: _, ...server }: Server, filter: ToolFilter | undefined): Server {
  return filter ? { ...server, tools: filter } : server;
}

/** The filter after changing exactly these tools. For a client without a deny list, the allow list names all others. */
export function changedFilter(
  filter: ToolFilter | undefined,
  { tools, on, known }: Pick<ToolSwitch, 'tools' | 'on' | 'known'>,
  sides: ToolSides,
): ToolFilter | undefined {
  const { allow, deny = [] } = filter ?? {};
  if (!on && sides.deny) {
    const added = tools.filter((tool) => isOffered(tool, filter));
    return { ...(allow && { allow }), deny: [...deny, ...added] };
  }
  if (!on) return { allow: known.filter((tool) => isOffered(tool, filter) && !tools.includes(tool)) };
  const allowed = allow && [...allow, ...tools.filter((tool) => !isOffered(tool, { allow }))];
  const isWhole = !sides.deny && known.every((tool) => isOffered(tool, allowed && { allow: allowed }));
  const denied = deny.flatMap((pattern) => without(pattern, tools, known));
  const left = { ...(allowed && !isWhole && { allow: allowed }), ...(denied.length > 0 && { deny: denied }) };
  return Object.keys(left).length > 0 ? left : undefined;
}

/** Replaces a pattern that matches some of these tools by the names of the other tools it matches. */
function without(pattern: string, tools: readonly string[], known: readonly string[]): readonly string[] {
  const fits = (tool: string): boolean => !isOffered(tool, { deny: [pattern] });
  return tools.some(fits) ? known.filter((tool) => fits(tool) && !tools.includes(tool)) : [pattern];
}
