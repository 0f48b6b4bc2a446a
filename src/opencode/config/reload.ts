import type { App } from '../app.ts';
import { anyRuns } from '../turn/any-runs.ts';
import { Api } from '../upstream/api.ts';
import type { SettingsScope } from './settings-file.ts';

/**
 * Has OpenCode read its settings anew and says whether it has. It reads those of a project when it opens the project,
 * and those for all projects once in its life; and it drops what it is doing, so it is left alone while it works.
 */
export async function reload(app: App, api: Api, scope: SettingsScope): Promise<string> {
  const everywhere = scope === 'global' && app.settings.configPath === undefined;
  const directories = everywhere ? [...app.directories] : [api.directory];
  const later = everywhere ? 'when the OpenCode server is restarted' : 'after opencode_instance_reload';
  if (app.busy.size > 0 || (await anyRuns(directories.map((directory) => new Api(api.endpoint, directory)))))
    return `${later}: sessions are at work now`;
  if (!everywhere) {
    await api.post('/instance/dispose');
    return 'now';
  }
  if (app.connection.attached) return later;
  if (!(await app.connection.restart(false))) return `${later}: other clients use it now`;
  await app.connection.endpoint();
  return 'now';
}
