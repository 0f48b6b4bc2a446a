import { clients } from '../clients/registry.ts';
import { setClientId } from '../clients/well-known.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { setValue } from '../formats/edit.ts';
import { loadFormat } from '../formats/index.ts';
import { type Exported, exportServers } from '../manage/export-servers.ts';
import type { Host } from '../model/host.ts';
import type { ConfigSet } from './config-set.ts';
import { sourcesInSets } from './set-sources.ts';

export interface ExportedSet extends Pick<Exported, 'copied'> {
  readonly text: string;
  /** Environment variables that the recipient must set, because they replace secrets. */
  readonly variables: readonly string[];
}

/** Exports a set with its secrets replaced by references. */
export async function exportSet(host: Host, set: ConfigSet): Promise<ExportedSet> {
  const { servers, note } = set;
  const target = { client: clients[setClientId], scope: 'user' } as const;
  const sources = new Map((await sourcesInSets(host, [set])).map((source) => [source.name, source]));
  const { text, variables, copied } = await exportServers(host, servers, target, { withoutSecrets: true, sources });
  if (note === undefined) return { text, variables, copied };
  const format = await loadFormat('json');
  return { text: applyEdits(text, setValue(format, text, ['description'], note)), variables, copied };
}
