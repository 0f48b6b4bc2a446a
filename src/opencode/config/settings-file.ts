import { join } from 'node:path';
import { pathsOf } from '../../clients/paths.ts';
import { clients } from '../../clients/registry.ts';
import type { Host } from '../../model/host.ts';
import type { App } from '../app.ts';
import { ToolFailure } from '../failure.ts';
import type { Api } from '../upstream/api.ts';
import type { Paths } from '../upstream/types.ts';

export type SettingsScope = 'project' | 'global';

/** Returns the settings file: the first of its names that exists, else the first name. */
export async function settingsFile(app: App, api: Api, scope: SettingsScope): Promise<string> {
  if (!api.endpoint.local)
    throw new ToolFailure('UNSUPPORTED', `${api.endpoint.url} stores its settings on another machine.`, [
      'Change them there, or pass an address on this machine.',
    ]);
  const names = scope === 'project' ? projectNames(app.host, api.directory) : await globalNames(app, api);
  for (const name of names) if ((await app.host.fs.kindOf(name)) === 'file') return name;
  return names[0] as string;
}

function projectNames(host: Host, directory: string): string[] {
  const location = clients.opencode.locations.find(({ scope }) => scope === 'project');
  const { home, env, platform } = host;
  return location ? [...pathsOf(location, { home, env, platform, project: directory })] : [];
}

/** OpenCode reports its own config directory. */
async function globalNames({ settings }: App, api: Api): Promise<string[]> {
  if (settings.configPath !== undefined) return [settings.configPath];
  const { config } = await api.get<Paths>('/path');
  return ['opencode.jsonc', 'opencode.json', 'config.json'].map((name) => join(config, name));
}
