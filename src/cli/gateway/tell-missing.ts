import type { ServersHere } from '../../live/servers-here.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { invalidObstacle } from '../runtime/obstacle.ts';

/** Reports at startup which files cannot be read and which servers are invalid. The others are served. */
export function reportMissing({ unread, unusable }: ServersHere, { output }: CommandContext): void {
  output.unread(unread, false);
  output.reportUnread();
  for (const server of unusable)
    output.talk(
      `${output.mark('warning')} ${visible(`${server.name} is not served: ${invalidObstacle(server).message}`)}`,
    );
}
