import { Hono } from 'hono';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { version } from '../../model/version.ts';
import { keyFile } from '../../store/credentials/key.ts';
import { listBackups } from '../../store/journal/backups.ts';
import { catalogPath } from '../../store/state/catalog-path.ts';
import { places, stateFile } from '../../store/state/places.ts';
import type { ApiContext } from '../api-context.ts';
import type { Settings, SettingsAnswer } from '../contract/settings.ts';
import { readBody } from '../read-body.ts';
import { changeSettings, readSettings, settingsPath, settingsShape } from '../settings/settings-file.ts';

/** `GET /api/settings`, `PUT /api/settings` */
export function settingsRoutes({ host, events }: ApiContext): Hono {
  return new Hono()
    .get('/settings', async (context) => context.json(await answer(host, await readSettings(host))))
    .put('/settings', async (context) => {
      const sent = await readBody(context, settingsShape.partial());
      const change = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const settings = await changeSettings(host, change);
      events.publish({ type: 'settings.changed' });
      return context.json(await answer(host, settings));
    });
}

async function answer(host: Host, settings: Settings): Promise<SettingsAnswer> {
  const { state, cache } = places(host);
  const kept = {
    'Your servers': catalogPath(host, 'user'),
    'Servers of this project': catalogPath(host, 'project'),
    'Page settings': settingsPath(host),
    'History, backups and approvals': state,
    'Cache (safe to delete)': cache,
  };
  return {
    settings,
    places: Object.entries(kept).map(([what, path]) => ({ what, path: { path, short: shortPath(path, host) } })),
    version,
    secretsKeptIn: await secretsKeptIn(host),
    backups: { count: (await listBackups(host)).length },
  };
}

/** As far as it is known without opening the keychain, which may prompt the user. */
async function secretsKeptIn(host: Host): Promise<string> {
  if (await host.fs.status(keyFile(host))) return 'encrypted files, with the key in a file readable only by you';
  const tokens = await host.fs.readDirectory(stateFile(host, 'credentials')).catch(() => []);
  if (tokens.some((name) => name.endsWith('.json'))) return 'encrypted files, with the key in the OS keychain';
  return 'none stored yet; will be encrypted files, with the key in the OS keychain if available';
}
