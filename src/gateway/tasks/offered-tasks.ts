import { isMap } from '../../model/value.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import { type AnnouncedTasks, announcedTasks, TASKS, tasksIn } from '../../runtime/tools/announced-tasks.ts';
import type { JsonObject } from '../session/session.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** The task capabilities that a server has announced, in this run or an earlier one. */
export function tasksOf({ links, catalog }: Upstream): AnnouncedTasks {
  const live = links.find(({ info }) => info)?.info;
  return live ? announcedTasks(live) : tasksIn(catalog.info);
}

/** Whether the server supports tasks for requests of this era. */
export function hasTasks(upstream: Upstream, era: Era): boolean {
  const { tasks, extension } = tasksOf(upstream);
  return extension !== undefined || (era === 'legacy' && tasks !== undefined);
}

export function listsTasks(upstream: Upstream): boolean {
  const { tasks } = tasksOf(upstream);
  return isMap(tasks) && tasks['list'] !== undefined;
}

/** The task capabilities of the gateway: the union of those of all servers. */
export function offeredTasks(upstreams: readonly Upstream[], era: Era): JsonObject {
  const announced = upstreams.map(tasksOf);
  const tasks = merged(announced.map((one) => one.tasks));
  const extension = merged(announced.map((one) => one.extension));
  return {
    ...(era === 'legacy' && tasks && { tasks }),
    ...(extension && { extensions: { [TASKS]: extension } }),
  };
}

function merged(values: readonly unknown[]): JsonObject | undefined {
  const maps = values.filter(isMap);
  if (maps.length === 0) return undefined;
  const keys = new Set(maps.flatMap((map) => Object.keys(map)));
  return Object.fromEntries(
    [...keys].map((key) => {
      const all = maps.map((map) => map[key]).filter((value) => value !== undefined);
      return [key, merged(all) ?? all[0]];
    }),
  );
}

/** Whether a modern client has declared support for tasks. */
export function declaresTasks(capabilities: JsonObject): boolean {
  const { extensions } = capabilities;
  return isMap(extensions) && extensions[TASKS] !== undefined;
}
