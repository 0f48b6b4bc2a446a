import type { App } from '../app.ts';
import { isAnyRunning } from '../turn/is-any-running.ts';
import { Api } from '../upstream/api.ts';
import type { SettingsScope } from './settings-file.ts';

/**
 * Makes OpenCode reload its settings, and returns when they take effect. It reads project settings when it opens the
 * project and global settings once at startup. Reloading drops running turns, so it is skipped while there are any.
 */
export async function reload(app: App, api: Api, scope: SettingsScope): Promise<string> {
  const everywhere = scope === 'global' && app.settings.configPath === undefined;
  const directories = everywhere ? [...app.directories] : [api.directory];
  const later = everywhere ? 'when the OpenCode server is restarted' : 'after opencode_instance_reload';
  if (app.busy.size > 0 || (await isAnyRunning(directories.map((directory) => new Api(api.endpoint, directory)))))
    return `${later}: sessions are running`;
  if (!everywhere) {
    await api.post('/instance/dispose');
    return 'now';
  }
  if (app.connection.attached) return later;
  if (!(await app.connection.restart(false))) return `${later}: other clients are using it`;
  await app.connection.endpoint();
  return 'now';
}
