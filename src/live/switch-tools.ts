import { toolSides, type ToolSides } from '../clients/tool-sides.ts';
import { add } from '../manage/add.ts';
import { inSteps } from '../manage/in-steps.ts';
import { serversIn } from '../manage/servers-in.ts';
import { nameOf, type Target } from '../manage/target.ts';
import { update } from '../manage/update.ts';
import type { Host } from '../model/host.ts';
import type { Server, ToolFilter } from '../model/server.ts';
import { isOffered } from '../runtime/tools/tool-filter.ts';
import type { ServerToRun } from '../runtime/types.ts';
import type { Plan } from '../store/plan.ts';

export interface ToolSwitch {
  readonly server: string;
  /** By their raw names. */
  readonly tools: readonly string[];
  readonly on: boolean;
  /** All tools of the server, as far as they are known. */
  readonly known: readonly string[];
  /** What a catalog that does not have the server yet takes over, with the project it came with. */
  readonly definition: Pick<ServerToRun, 'server' | 'origin'> | undefined;
}

/** Plans to switch single tools of a server on or off, in files of clients that can do that, and in our catalog. */
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

/** The lists under which exactly these tools change sides. A client without a list of denied tools names the others. */
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

/** A pattern that stands for some of these tools too becomes the names of the others. */
function without(pattern: string, tools: readonly string[], known: readonly string[]): readonly string[] {
  const fits = (tool: string): boolean => !isOffered(tool, { deny: [pattern] });
  return tools.some(fits) ? known.filter((tool) => fits(tool) && !tools.includes(tool)) : [pattern];
}
