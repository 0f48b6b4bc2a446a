import { clients } from '../clients/registry.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { setValue } from '../formats/edit.ts';
import { loadFormat } from '../formats/index.ts';
import { exportServers } from '../manage/export-servers.ts';
import type { Host } from '../model/host.ts';
import type { ConfigSet } from './config-set.ts';

export interface ExportedSet {
  readonly text: string;
  /** What whoever gets it has to set, because it stands for secrets now. */
  readonly variables: readonly string[];
}

/** A set to give to others: references stand in place of its secrets. */
export async function exportSet(host: Host, { servers, note }: ConfigSet): Promise<ExportedSet> {
  const target = { client: clients['claude-code'], scope: 'user' } as const;
  const { text, variables } = await exportServers(host, servers, target, { withoutSecrets: true });
  if (note === undefined) return { text, variables };
  const format = await loadFormat('json');
  return { text: applyEdits(text, setValue(format, text, ['description'], note)), variables };
}
