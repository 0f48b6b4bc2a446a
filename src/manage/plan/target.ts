import type { Surroundings } from '../../clients/paths.ts';
import type { Client, Place } from '../../clients/types.ts';
import { count } from '../../model/count.ts';
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

/** Targets for people: `Cursor, Zed (project)`, or their number if there are many. */
export function titleOf(targets: readonly Target[]): string {
  const titles = [...new Set(targets.map(titleOfOne))];
  return titles.length > 4 ? count(titles.length, 'file') : titles.join(', ');
}

function titleOfOne({ client, scope, variant }: Target): string {
  const name = client.verbatim ? 'the catalog' : client.name;
  const file = [...(scope === 'user' ? [] : [scope]), ...(variant === undefined ? [] : [variant])].join(', ');
  return file === '' ? name : `${name} (${file})`;
}
