import { readDocument } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import { isMap, type Value, valueAt } from '../../model/value.ts';
import { requireStartable } from '../../store/policy/require-allowed.ts';
import type { App } from '../app.ts';
import type { Api } from '../upstream/api.ts';
import { entriesOf, entryPath } from './mcp-entry.ts';

/** Throws if a policy of this machine or of the call's project refuses to start a server, given as in opencode.json. */
export async function requirePermitted({ host }: App, { directory }: Api, name: string, entry: Value): Promise<void> {
  const [read] = readDocument(clients.opencode, { mcp: { [name]: entry } }, { scope: 'project', project: directory });
  if (read) await requireStartable({ ...host, cwd: directory }, { [name]: read.server });
}

/** The same for a server that OpenCode knows: as its files define it now, and as OpenCode has read them. */
export async function requireKnownPermitted(app: App, api: Api, name: string): Promise<void> {
  const config = await api.get<Value>('/config');
  const inFiles = (await entriesOf(app, api, name)).map(({ entry }) => entry);
  for (const entry of [...inFiles, valueAt(config, entryPath(config, name))])
    if (isMap(entry)) await requirePermitted(app, api, name, entry);
}
