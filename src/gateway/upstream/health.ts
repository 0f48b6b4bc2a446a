import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { ServerHealth } from '../session/session.ts';
import type { Upstream } from './upstream.ts';

export function healthOf(upstream: Upstream, mask: (text: string) => string = (text) => text): ServerHealth {
  const { name, stats, links, pinCheck, catalog } = upstream;
  const live = links.filter(({ info }) => info !== undefined);
  const state: ConnectionState = live[0]?.connection.state ?? upstream.state;
  const [p50, p99] = stats.durations.quantiles([0.5, 0.99]) ?? [];
  return {
    name,
    state: state.name,
    ...maskDeep(reasonOf(state, name), mask),
    tools: catalog.lists.tools.length - pinCheck.withheld.size,
    quarantined: [...pinCheck.withheld].map(mask),
    links: live.length,
    inFlight: links.reduce((sum, link) => sum + link.inFlight, 0),
    calls: stats.calls,
    errors: stats.errors,
    ...(p50 !== undefined && { p50 }),
    ...(p99 !== undefined && { p99 }),
  };
}

function reasonOf(state: ConnectionState, name: string): Pick<ServerHealth, 'reason' | 'tip'> {
  if (state.name === 'needs-approval') {
    return { reason: 'The server needs approval.', tip: `plugboard approve ${state.fingerprint}` };
  }
  if (state.name === 'needs-sign-in')
    return { reason: sanitized(state.reason), tip: `plugboard auth login ${visible(name)}` };
  if (state.name !== 'failed' && state.name !== 'backoff') return {};
  const { message, tip } = state.failure;
  return { reason: sanitized(message), ...(tip !== undefined && { tip: sanitized(tip) }) };
}

/** These texts can contain output of the server. */
function sanitized(text: string): string {
  return maskLine(visible(text));
}
