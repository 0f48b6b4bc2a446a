import type { Surroundings } from '../../clients/paths.ts';
import type { Client, Place } from '../../clients/types.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';

/** A client file that an operation targets. */
export interface Target {
  readonly client: Client;
  readonly scope: Scope;
  readonly variant?: string;
}

export function placeOf(target: Target, host: Host): Place {
  const variant = target.variant === undefined ? {} : { variant: target.variant };
  return { scope: target.scope, project: host.cwd, ...variant };
}

export function surroundingsOf(host: Host): Surroundings {
  return { home: host.home, env: host.env, platform: host.platform, project: host.cwd };
}

/** Target name in messages: `claude-code:project`. */
export function nameOf({ client, scope, variant }: Target): string {
  return `${client.verbatim ? 'catalog' : client.id}:${scope}${variant === undefined ? '' : `-${variant}`}`;
}
