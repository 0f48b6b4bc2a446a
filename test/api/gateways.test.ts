import { expect, it, onTestFinished } from 'vitest';
import type { GatewayView } from '../../src/api/contract/gateways.ts';
import { gatewayFigures } from '../../src/api/gateways/gateway-figures.ts';
import { metricSamples } from '../../src/api/gateways/metric-samples.ts';
import { PrincipalCalls } from '../../src/gateway/audit/principal-calls.ts';
import { serveHttp } from '../../src/gateway/http/serve-http.ts';
import { gatewayToken } from '../../src/store/credentials/gateway-token.ts';
import { noteGateway } from '../../src/store/state/gateway-notes.ts';
import { stateFile } from '../../src/store/state/places.ts';
import { writeOwnFile } from '../../src/store/state/state-file.ts';
import { certificate, hasOpenssl } from '../gateway/http/support/certificate.ts';
import { scriptedGateway } from '../gateway/http/support/scripted-gateway.ts';
import { Page } from './support/page.ts';

const call = {
  kind: 'call',
  session: 's',
  method: 'tools/call',
  item: 'add',
  bytesIn: 1,
  ms: 30,
  bytesOut: 2,
} as const;
const odd = 'o"ne\\\n{}';

async function gateways(page: Page): Promise<GatewayView[]> {
  return (await page.get('gateways')).body as GatewayView[];
}

it('shows what the gateway itself publishes, per server and per user', async () => {
  const page = new Page();
  const gateway = scriptedGateway();
  const token = await gatewayToken(page.host);
  const front = await serveHttp(gateway, { token });
  onTestFinished(async () => front.close());
  const url = new URL(front.url).origin;
  expect(await gateways(page)).toEqual([]);
  const remove = await noteGateway(page.host, { url });
  for (const outcome of ['ok', 'ok', 'tool-error', 'cancelled', 'timeout'] as const)
    gateway.emit({ ...call, server: 'one', outcome });
  gateway.emit({ ...call, server: odd, outcome: 'ok', ms: 1500, principal: `token:${odd}` });
  const [shown] = await gateways(page);
  const headers = { authorization: `Bearer ${token}` };
  const published = metricSamples(await (await fetch(`${url}/metrics`, { headers })).text());
  const health = (await (await fetch(`${url}/health`, { headers })).json()) as { servers: { name: string }[] };
  const sum = (name: string, label: string, of: string): number =>
    published
      .filter((sample) => sample.name === name && sample.labels.get(label) === of)
      .reduce((total, { value }) => total + value, 0);
  expect(shown).toMatchObject({ url, directory: { path: page.project } });
  const { figures } = shown as Required<GatewayView>;
  expect(figures.servers.map(({ name }) => name)).toEqual(health.servers.map(({ name }) => name));
  for (const { name, calls } of figures.servers)
    expect(calls.finished).toBe(sum('plugboard_calls_total', 'server', name));
  expect(figures.servers).toMatchObject([{ name: 'one', state: 'ready', calls: { finished: 5, failed: 2 } }]);
  expect(figures.principals).toMatchObject([
    {
      name: 'local',
      calls: { finished: sum('plugboard_principal_calls_total', 'principal', 'local'), failed: 2 },
      p50: 30,
      p99: 30,
    },
    { calls: { finished: 1, failed: 0 }, p50: 1500, p99: 1500 },
  ]);
  // The totals of servers and users are those of all calls, also of servers that are gone.
  expect(figures.calls).toEqual({ finished: 6, failed: 2 });
  expect(JSON.stringify(shown)).not.toContain(token);
  await remove();
  expect(await gateways(page)).toEqual([]);
});

it('names each user, whatever the subject looks like', () => {
  const subjects = ['auth0|5f7c8ec7c33c6c004bbafe82', 'auth0|5f7c8ec7c33c6c004bbafe83', 'a\u2028b', '\u202ea'];
  const calls = new PrincipalCalls();
  for (const subject of subjects) calls.add(`oauth:${subject}`, 'ok', 5);
  const { principals } = gatewayFigures({ servers: [], sessions: 0, isComplete: true }, calls.text(), 0);
  expect(principals.map(({ name }) => name)).toEqual([
    'oauth:\\u202ea',
    'oauth:a\\u2028b',
    'oauth:auth0|5f7c8ec7c33c6c004bbafe82',
    'oauth:auth0|5f7c8ec7c33c6c004bbafe83',
  ]);
  for (const user of principals) expect(user).toMatchObject({ calls: { finished: 1, failed: 0 }, p50: 5, p99: 5 });
});

it.skipIf(!hasOpenssl)(
  'reads a gateway with its own certificate, and says why one cannot be read (openssl)',
  async () => {
    const page = new Page();
    const { cert, key } = certificate('gateway.example');
    const front = await serveHttp(scriptedGateway(), { token: await gatewayToken(page.host), tls: { cert, key } });
    onTestFinished(async () => front.close());
    const url = `https://127.0.0.1:${front.address.port}`;
    await noteGateway(page.host, { url, certificate: cert });
    expect(await gateways(page)).toMatchObject([{ url, figures: { servers: [{ name: 'one' }] } }]);
    await noteGateway(page.host, { url, certificate: certificate('other.example').cert });
    const [other] = await gateways(page);
    expect(other).toMatchObject({ url, problem: expect.stringMatching(/certificate/) });
    expect(other?.figures).toBeUndefined();
    await noteGateway(page.host, { url: 'http://127.0.0.1:9' });
    expect(await gateways(page)).toMatchObject([{ problem: expect.stringMatching(/ECONNREFUSED|bad port/) }]);
  },
);

it('ignores notes of processes that ended, and broken ones', async () => {
  const page = new Page();
  const note = { pid: 999_999_999, started: 'x', url: 'http://127.0.0.1:1', directory: '/' };
  const remove = await noteGateway(page.host, { url: note.url });
  const put = async (pid: number, text: string): Promise<void> =>
    writeOwnFile(page.host, stateFile(page.host, `gateways/${pid}.json`), text);
  await put(note.pid, JSON.stringify(note));
  await put(1, '{');
  expect(await gateways(page)).toMatchObject([{ pid: process.pid }]);
  await remove();
  expect(await gateways(page)).toEqual([]);
});
