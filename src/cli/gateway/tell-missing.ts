import type { ServersHere } from '../../live/servers-here.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { invalidObstacle } from '../runtime/obstacle.ts';

/**
 * Reports at startup which files cannot be read, which servers are invalid, and which of the wanted ones are not there. The
 * others are served.
 */
export function reportMissing(
  { servers, unread, unusable }: ServersHere,
  { output }: CommandContext,
  wanted: readonly string[] = [],
): void {
  output.unread(unread, false);
  output.reportUnread();
  for (const server of unusable)
    output.talk(
      `${output.mark('warning')} ${visible(`${server.name} is not served: ${invalidObstacle(server).message}`)}`,
    );
  const here = new Set([...servers, ...unusable].map(({ name }) => name));
  for (const name of wanted.filter((one) => !here.has(one)))
    output.talk(`${output.mark('warning')} ${visible(`${name} is not served: no file defines it`)}`);
}
