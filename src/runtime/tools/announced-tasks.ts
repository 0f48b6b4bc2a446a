import { isMap } from '../../model/value.ts';
import type { SessionInfo } from '../connect/session/session.ts';

/** The extension of the modern era. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** What a server says about long-running tasks: as the revision of November 2025 has them, and as the extension does. */
export interface AnnouncedTasks {
  readonly tasks?: unknown;
  readonly extension?: unknown;
}

export function announcedTasks({ era, capabilities }: Pick<SessionInfo, 'era' | 'capabilities'>): AnnouncedTasks {
  const { tasks, extensions } = capabilities;
  const extension = isMap(extensions) ? extensions[TASKS] : undefined;
  return {
    // Those of the one era mean nothing in the other.
    ...(era === 'legacy' && isMap(tasks) && { tasks }),
    ...(isMap(extension) && { extension }),
  };
}

/** Kept as a text beside the other things a server says about itself; nothing for most servers. */
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
