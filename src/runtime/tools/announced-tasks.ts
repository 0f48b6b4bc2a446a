import { isMap } from '../../model/value.ts';
import type { SessionInfo } from '../connect/session/session.ts';

/** Extension id of the modern era. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** A server's task support: as in revision 2025-11-25, and as in the extension. */
export interface AnnouncedTasks {
  readonly tasks?: unknown;
  readonly extension?: unknown;
}

export function announcedTasks({ era, capabilities }: Pick<SessionInfo, 'era' | 'capabilities'>): AnnouncedTasks {
  const { tasks, extensions } = capabilities;
  const extension = isMap(extensions) ? extensions[TASKS] : undefined;
  return {
    // The legacy capability has no meaning in the modern era.
    ...(era === 'legacy' && isMap(tasks) && { tasks }),
    ...(isMap(extension) && { extension }),
  };
}

/** Task support as JSON, stored with the server information; empty for most servers. */
export function tasksText(info: Pick<SessionInfo, 'era' | 'capabilities'>): { readonly tasks?: string } {
  const announced = announcedTasks(info);
  return Object.keys(announced).length > 0 ? { tasks: JSON.stringify(announced) } : {};
}

export function tasksIn({ tasks }: { readonly tasks?: string }): AnnouncedTasks {
  if (tasks === undefined) return {};
  try {
    const announced: unknown = JSON.parse(tasks);
    return isMap(announced) ? announced : {};
  } catch {
    return {};
  }
}
