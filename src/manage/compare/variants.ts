import type { Server } from '../../model/server.ts';
import { definitionKey } from '../../store/approvals/definition-key.ts';
import type { FoundServer } from '../found-servers.ts';
import type { OutsideText } from '../outside/outside-text.ts';
import type { ProjectSource } from '../project-source.ts';
import { withoutSecrets } from '../secrets/without-secrets.ts';
import { type Definition, fullerOf } from './same-definition.ts';

/** A definition with all its sources. */
export interface Variant extends Definition {
  readonly from: readonly FoundServer[];
  /** The project it came from; undefined for the user's own. */
  readonly source: ProjectSource | undefined;
  readonly outside?: OutsideText | undefined;
}

/** Returns the distinct definitions by name. With secrets excluded, secret values are not compared. */
export function variantsOf(found: readonly FoundServer[], ignoreSecrets: boolean): Variant[][] {
  const groups = new Map<string, Kept[]>();
  for (const one of found) {
    const compared = ignoreSecrets ? withoutSecrets(one.name, one.server).server : one.server;
    const kept: Kept = { ...one, server: compared, whole: one, from: [one], source: one.source };
    const group = groups.get(one.name) ?? [];
    const index = group.findIndex((other) => fullerOf(other, kept) !== undefined);
    const same = group[index];
    if (same) group[index] = { ...(fullerOf(same, kept) as Kept), from: [...same.from, one] };
    else group.push(kept);
    groups.set(one.name, group);
  }
  return [...groups.values()].map((group) =>
    group.map(({ whole, from }) => ({
      ...whole,
      server: switched(whole.server, from),
      from,
      source: isOwnToo(whole, from) ? undefined : whole.source,
    })),
  );
}

interface Kept extends Variant {
  /** As found in the file. */
  readonly whole: FoundServer;
}

/** Whether exactly this definition is also in one of the user's own files. */
function isOwnToo({ server }: FoundServer, from: readonly FoundServer[]): boolean {
  const key = definitionKey(server);
  return from.some((one) => one.source === undefined && definitionKey(one.server) === key);
}

/** Enabled when any of them is enabled. */
function switched(server: Server, from: readonly FoundServer[]): Server {
  if (!server.disabled || from.every((one) => one.server.disabled)) return server;
  const { disabled: _, ...on } = server;
  return on;
}
