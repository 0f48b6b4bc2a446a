import type { Client } from '../../clients/types.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { type StartWithSecrets, startWithSecrets } from '../../manage/vaulted/start-with-secrets.ts';
import { describe, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { sourcesIn } from '../../sets/launch/plan.ts';
import type { CommandContext } from '../program/command-context.ts';

interface ToStart {
  readonly sets: readonly ConfigSet[];
  readonly servers: Readonly<Record<string, Server>>;
}

/** The client does not have the variables that only the vault has, so such servers are started by our launcher. */
export async function secretsForRun(
  { host, output }: CommandContext,
  client: Client,
  { sets, servers, sources }: ToStart & { readonly sources: readonly ProjectSource[] },
): Promise<ToStart & Pick<StartWithSecrets, 'grants'>> {
  const foreign = new Set((await sourcesIn(host, { sets, sources })).map(({ server }) => server));
  const start = await startWithSecrets(host);
  const through = async (all: ToStart['servers']): Promise<ToStart['servers']> => {
    const changed: Record<string, Server> = {};
    for (const [name, server] of Object.entries(all))
      setOwn(changed, name, await start.of(name, server, !foreign.has(server)));
    return changed;
  };
  const fitted: ConfigSet[] = [];
  for (const set of sets) {
    const changed = await through(set.servers);
    const isSame = Object.entries(changed).every(([name, server]) => getOwn(set.servers, name) === server);
    fitted.push(isSame ? set : { ...set, servers: changed, needsRespelling: true });
  }
  const single = await through(servers);
  for (const { secrets } of start.without)
    for (const variable of secrets)
      output.warn({
        code: 'variable-unset',
        message: describe(diagnostic('variable-unset', { variable, client: client.name })).message,
      });
  return { sets: fitted, servers: single, grants: start.grants };
}
