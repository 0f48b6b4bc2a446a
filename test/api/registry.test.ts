import { expect, it } from 'vitest';
import type { PlanView } from '../../src/api/contract/plans.ts';
import type { RegistryAnswer, RegistryServerAnswer } from '../../src/api/contract/registry.ts';
import { registryServer, type RegistryServer } from '../registry/support/registry-server.ts';
import { samples } from '../registry/support/sample-servers.ts';
import { Page } from './support/page.ts';

const weather = 'io.github.acme/weather-mcp';
const catalog = '.config/plugboard/plugboard.json';

async function opened(): Promise<{ page: Page; registry: RegistryServer }> {
  const [page, registry] = [new Page(), await registryServer(samples)];
  page.write(catalog, { registries: [registry.url] });
  return { page, registry };
}

const search = async (page: Page, query: string): Promise<RegistryAnswer> =>
  (await page.get(`registry?query=${query}`)).body as RegistryAnswer;

it('fills the index while the page asks, then finds, shows and plans', async () => {
  const { page } = await opened();
  expect(await search(page, 'weather')).toMatchObject({ state: 'filling', servers: [] });
  await expect.poll(async () => (await search(page, 'weather')).state).toBe('ready');
  expect(await search(page, 'weather')).toMatchObject({ total: 1, servers: [{ name: weather, offers: ['npm'] }] });
  const shown = (await page.get(`registry/server?name=${weather}`)).body as RegistryServerAnswer;
  expect(shown).toMatchObject({ proposedName: 'weather', offers: [{ id: 'npm', inputs: expect.anything() }] });
  const operation = {
    kind: 'install',
    registryName: weather,
    inputs: { WEATHER_API_KEY: '${WEATHER_API_KEY}', city: ['Bern', 'Oslo'] },
    targets: [{ client: 'canonical', scope: 'user' }],
  };
  const missing = await page.post('plans', { ...operation, inputs: {} });
  expect(missing).toMatchObject({ status: 400, body: { error: { code: 'registry-inputs-invalid' } } });
  const planned = (await page.post('plans', operation)).body as PlanView;
  expect(planned.files).toHaveLength(1);
  expect((await page.post(`plans/${planned.id}/write`)).status).toBe(200);
  expect(page.json(catalog)).toMatchObject({ servers: { weather: { command: 'npx', package: { server: weather } } } });
});

it('says why the index cannot be filled, and tries again', async () => {
  const { page, registry } = await opened();
  registry.intercept = (_, response) => response.writeHead(400).end() !== undefined;
  await search(page, '');
  await expect.poll(async () => (await search(page, '')).problem).toContain('status 400');
  registry.intercept = undefined;
  await expect.poll(async () => (await search(page, '')).state).toBe('ready');
  expect((await page.get('registry/server?name=com.example/none')).status).toBe(404);
});
