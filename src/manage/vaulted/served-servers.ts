import { clients } from '../../clients/registry.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import type { OutsideText } from '../outside/outside-text.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import { entryIn, isTaken, putServer } from '../plan/put-server.ts';
import type { ProjectSource } from '../project-source.ts';

interface Addition {
  /** The project that the server comes from, if any. */
  readonly source: () => Promise<ProjectSource | undefined>;
  /** Whose words it has, if the user adds it. */
  readonly outside?: OutsideText | undefined;
  /** Whether it may be in the catalog under this name. */
  readonly isAllowed?: (name: string) => Promise<boolean>;
}

/** Names of remote servers in the user's catalog, where the gateway finds them. */
export class ServedServers {
  /** By the wanted name: which numbers are taken, and by which definition. */
  readonly #known = new Map<string, { next: number; readonly names: Map<string, string> }>();

  /** The name of a server in the catalog. It is added if it is not there; undefined if it must not be. */
  async nameFor(
    draft: PlanDraft,
    wanted: string,
    { extras: _, disabled: __, ...server }: Server,
    { source, outside, isAllowed = async () => true }: Addition,
  ): Promise<string | undefined> {
    const catalog = await draft.open({ client: clients.canonical, scope: 'user' });
    const runs = runDefinition(server);
    const known = this.#known.get(wanted) ?? { next: 1, names: new Map<string, string>() };
    this.#known.set(wanted, known);
    for (; !known.names.has(runs); known.next += 1) {
      const name = known.next === 1 ? wanted : `${wanted}-${known.next}`;
      const there = await entryIn(draft, catalog, name);
      if (there) known.names.set(runDefinition(there.server), name);
      if (there || (await isTaken(draft, catalog, name))) continue;
      if (!(await isAllowed(name))) return undefined;
      if (!(await putServer(draft, catalog, name, server, { source: await source(), outside }))) return undefined;
      known.names.set(runs, name);
    }
    return known.names.get(runs);
  }
}
