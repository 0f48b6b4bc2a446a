import { clients } from '../../clients/registry.ts';
import { readOrigins } from '../../discovery/origin-of.ts';
import { type ProjectSource, projectSource, sourcesOfText } from '../../manage/project-source.ts';
import type { ApiContext } from '../api-context.ts';
import type { SecretSource } from '../secrets/secret-sources.ts';
import { machineOf } from '../views/machine.ts';

/** The project that a draft came from, as an entry or pasted text; undefined for the user's own. */
export async function draftSource(from: SecretSource | undefined, api: ApiContext): Promise<ProjectSource | undefined> {
  if (!from) return undefined;
  const { name, server, entry } = from;
  if (!entry) return (await sourcesOfText(api.host, [{ name, server }])).get(name);
  const { names } = await machineOf(api)();
  const listed = names
    .get(entry.name)
    ?.find(
      ({ client, scope, variant }) => client === entry.client && scope === entry.scope && variant === entry.variant,
    );
  const file = listed?.file ?? '';
  const standing = { file, client: entry.client in clients ? entry.client : '', scope: entry.scope };
  return projectSource(name, server, standing, await readOrigins(api.host));
}
