import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SettingsAnswer } from '../../src/api/contract/settings.ts';
import { startApi } from './support/api.ts';

const file = '.config/plugboard/settings.json';

it('lists the settings, the paths of our files, and the number of backups', async () => {
  const { ask, home } = await startApi();
  const answer = (await ask('/api/settings')).json() as SettingsAnswer;
  expect(answer.settings).toEqual({ theme: 'system', shortcuts: true, idleExitMinutes: 0 });
  expect(answer.places).toContainEqual({
    what: 'Page settings',
    path: { path: `${home}/${file}`, short: `~/${file}` },
  });
  expect(answer).toMatchObject({ backups: { count: 0 }, version: expect.stringMatching(/^\d/) as string });
  expect(answer.secretsKeptIn).toContain('none stored yet');
});

it('changes what was sent and nothing else, and tells every page', async () => {
  const { ask, home, context } = await startApi({ files: { [file]: '{"theme":"light","ofALaterVersion":[1]}' } });
  const heard: string[] = [];
  context.events.subscribe(({ type }) => heard.push(type));
  const { status, json } = await ask('/api/settings', { method: 'PUT', body: { idleExitMinutes: 5 } });
  expect(status).toBe(200);
  expect(json()).toMatchObject({ settings: { theme: 'light', shortcuts: true, idleExitMinutes: 5 } });
  expect(JSON.parse(readFileSync(`${home}/${file}`, 'utf8'))).toEqual({
    theme: 'light',
    ofALaterVersion: [1],
    idleExitMinutes: 5,
  });
  expect(statSync(`${home}/${file}`).mode & 0o777).toBe(0o600);
  expect(heard).toEqual(['settings.changed']);
});

it.each([
  [{ theme: 'pink' }, 'theme'],
  [{ idleExitMinutes: -1 }, 'idleExitMinutes'],
  [{ idleExitMinutes: 1.5 }, 'idleExitMinutes'],
  [{ shortcuts: 'yes' }, 'shortcuts'],
])('names the field that makes no sense: %j', async (body, field) => {
  const { ask } = await startApi();
  const { status, json } = await ask('/api/settings', { method: 'PUT', body });
  expect(status).toBe(400);
  expect(json()).toMatchObject({ error: { code: 'usage', field } });
});

it('rejects unknown settings and invalid JSON', async () => {
  const { ask } = await startApi();
  for (const body of [{ color: 'red' }, '{', '[]', '"x"'])
    expect((await ask('/api/settings', { method: 'PUT', body })).status).toBe(400);
});

it('continues with a corrupt file', async () => {
  for (const text of ['{', '[]', 'null', '{"theme":7,"shortcuts":false}']) {
    const { ask } = await startApi({ files: { [file]: text } });
    const { settings } = (await ask('/api/settings')).json() as SettingsAnswer;
    expect(settings).toEqual({ theme: 'system', shortcuts: !text.includes('false'), idleExitMinutes: 0 });
  }
});
