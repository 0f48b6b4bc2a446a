import { ownsLink } from '../upstream/isolation.ts';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { LinkOwner } from '../upstream/upstream-services.ts';
import type { KnownTask } from './task-table.ts';

/** The connection on which the task was created, or a new one if that is closed or belongs to another session. */
export function linkTo(session: LinkOwner, { upstream, link }: KnownTask): UpstreamLink {
  const owner = upstream.ownerOf(link);
  const isUsable = upstream.links.includes(link) && (owner === undefined || ownsLink(owner, session));
  return isUsable ? link : upstream.linkFor(session);
}
