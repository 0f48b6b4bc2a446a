import { shapeOf } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import { loadFormat } from '../../formats/index.ts';
import { isMap, type Path, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { readText } from '../../store/read/read-text.ts';
import type { App } from '../app.ts';
import type { Api } from '../upstream/api.ts';
import { type SettingsScope, settingsFile } from './settings-file.ts';

/** The path of a server's entry in the settings. The newer layout nests servers one level deeper. */
export function entryPath(root: Value | undefined, name: string): Path {
  return [...shapeOf(clients.opencode, root).at, name];
}

/** The field that enables an entry: the newer layout uses the inverse. */
export function switchChange(root: Value | undefined, name: string, enabled: boolean): { path: Path; value: Value } {
  const path = entryPath(root, name);
  return path.length > 2
    ? { path: [...path, 'disabled'], value: !enabled }
    : { path: [...path, 'enabled'], value: enabled };
}

/** A server in one of the settings files. */
interface FoundEntry {
  readonly scope: SettingsScope;
  readonly entry: ValueMap;
}

/** The definitions of a server in the settings files, highest precedence first. */
export async function entriesOf(app: App, api: Api, name: string): Promise<FoundEntry[]> {
  const format = await loadFormat('jsonc');
  const found: FoundEntry[] = [];
  for (const scope of ['project', 'global'] as const) {
    const read = await readText(app.host, await settingsFile(app, api, scope));
    const root = 'text' in read ? format.parse(read.text).value : undefined;
    const entry = valueAt(root, entryPath(root, name));
    if (isMap(entry)) found.push({ scope, entry });
  }
  return found;
}
