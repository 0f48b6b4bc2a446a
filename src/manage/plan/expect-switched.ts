import type { ClientId } from '../../clients/registry.ts';
import { discover } from '../../discovery/discover.ts';
import type { DiscoveredClient, DiscoveredEntry } from '../../discovery/types.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import { hostAfter } from './host-after.ts';
import type { Target } from './target.ts';

interface Switched {
  readonly name: string;
  readonly enabled: boolean;
  readonly targets: readonly Target[];
}

/** Rejects when discovery of the planned files would not report the planned state. */
export async function expectSwitched(host: Host, plan: Plan, { name, enabled, targets }: Switched): Promise<void> {
  const written = targets.filter(({ client }) => !plan.unwritten.some((one) => one.client === client.id));
  if (written.length === 0) return;
  const changes = new Map(plan.changes.map((change) => [change.path, change]));
  const after = hostAfter(host, {
    changed(path) {
      const change = changes.get(path);
      return change && { text: change.after };
    },
    isThereNow(path) {
      const change = changes.get(path);
      return change && change.after !== undefined;
    },
  });
  const clients = [...new Set(written.map(({ client }) => client.id as ClientId))];
  const found = await discover(after, { clients, placed: false });
  for (const target of written) {
    const client = found.clients.find((one) => one.client.id === target.client.id);
    const cause = client && contradictionIn(client, { name, enabled }, target);
    if (cause)
      throw new PlugboardError('switch-without-effect', {
        name,
        on: enabled,
        client: target.client.name,
        file: cause.file,
        place: { client: cause.client.id, scope: cause.scope },
      });
  }
}

/** The entry that keeps the server unchanged, in this file or in one the client merges. */
function contradictionIn(
  { entries, names }: DiscoveredClient,
  { name, enabled }: Pick<Switched, 'name' | 'enabled'>,
  { scope, variant }: Target,
): DiscoveredEntry | undefined {
  const own = entries.filter(
    (entry) => entry.name === name && entry.scope === scope && entry.location.variant === variant,
  );
  const merged = names.find((verdict) => verdict.merged?.some((part) => own.includes(part)));
  if (!merged?.active) return own.slice(0, 1).find((entry) => !agrees(entry, enabled));
  if (agrees(merged.active, enabled)) return undefined;
  const decides = (part: DiscoveredEntry): boolean => !own.includes(part) && !agrees(part, enabled);
  return merged.merged?.find(decides) ?? merged.active;
}

/** Whether the client and the entry agree. */
function agrees({ off, server }: DiscoveredEntry, enabled: boolean): boolean {
  return off !== enabled && (server.disabled === true) !== enabled;
}
