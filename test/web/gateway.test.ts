import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openPage } from './support/open-page.ts';
import { homeAt } from './support/served-page.ts';

const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const workbench = fileURLToPath(new URL('../api/servers/workbench.mjs', import.meta.url));
const files = { '.cursor/mcp.json': { mcpServers: { Bench: { command: process.execPath, args: [workbench] } } } };

/** A gateway in the home of the page. Returns its address. */
async function serveIn(home: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [program, 'serve', '--http'], {
    cwd: home,
    env: { ...process.env, ...homeAt(home) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const url = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done));
  return { url, stop };
}

it('appears in Health while a gateway serves, with the figures that the gateway publishes', async () => {
  const open = await openPage({ files, path: '/health' });
  const { page, home } = open;
  const views = page.getByRole('navigation', { name: 'Views of health' });
  await views.getByRole('link', { name: 'Context cost' }).waitFor();
  expect(await views.getByRole('link', { name: 'Gateway' }).count()).toBe(0);
  const gateway = await serveIn(home);
  const token = readFileSync(join(home, '.local/state/plugboard/gateway-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' };
  const send = async (method: string, params: object): Promise<Response> =>
    fetch(gateway.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const clientInfo = { name: 'test', version: '1' };
  await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await open.go('/health/cost');
  await views.getByRole('link', { name: 'Gateway' }).click();
  const card = page.getByRole('region', { name: /^Gateway at http/ });
  const row = card.getByRole('row', { name: /^Bench/ });
  await row.waitFor();
  const metrics = await (await fetch(new URL('/metrics', gateway.url), { headers })).text();
  const sessions = /plugboard_http_sessions (\d+)/.exec(metrics)?.[1];
  await expect.poll(async () => card.getByLabel('Totals').textContent()).toContain(`Sessions${sessions}`);
  expect(sessions).toBe('1');
  expect(await open.axe()).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  // The navigation moves to the bottom in the next frame.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await open.leaksOf([token])).toEqual([]);
  await gateway.stop();
  await page.getByText('No gateway serves here').waitFor();
  expect(open.errors).toEqual([]);
});
