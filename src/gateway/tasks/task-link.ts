import type { UpstreamLink } from '../upstream-link.ts';
import type { LinkOwner } from '../upstream.ts';
import type { KnownTask } from './task-table.ts';

/** The connection that a task was made on, unless that is gone or somebody else's. */
export function linkTo(session: LinkOwner, { upstream, link }: KnownTask): UpstreamLink {
  const owner = upstream.ownerOf(link);
  const isUsable = upstream.links.includes(link) && (owner === undefined || owner === session.id);
  return isUsable ? link : upstream.linkFor(session);
}
