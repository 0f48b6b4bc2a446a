import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { serving } from '../../cli/support/serving.ts';
import { answerTo, json, startHttp, status } from '../../runtime/servers/http.mjs';
import { leaksOf, machineWithLauncher } from '../support/machine-with-launcher.ts';

const first = 'ghp_canaryFIRSTxxxxxxxxxxxxxxxxxx';
const second = 'ghp_canarySECONDxxxxxxxxxxxxxxxxx';

/** The processes that have this text in their arguments or their environment. */
function processesWith(text: string): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  return ids.filter((id) =>
    ['cmdline', 'environ'].some((name) => {
      try {
        return readFileSync(`/proc/${id}/${name}`, 'latin1').includes(text);
      } catch {
        return false;
      }
    }),
  );
}

it('a remote server with a secret in a header is called through the entry, and a rotated value is used at once', async () => {
  const target = await startHttp((request, response) => {
    const isKnown = [first, second].some((value) => request.headers.authorization === `Bearer ${value}`);
    if (!isKnown) return status(response, 401);
    if (request.method !== 'POST') return status(response, 405);
    if (request.message.id === undefined) return status(response, 202);
    return json(response, answerTo(request.message));
  });
  onTestFinished(async () => target.close());
  const hub = { url: target.url, headers: { Authorization: `Bearer ${first}` } };
  const here = machineWithLauncher({ '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { '-hub': hub } }) });
  const moved = await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(moved.data).toMatchObject({ entries: [{ form: 'gateway' }], left: [], stored: ['HUB_TOKEN'] });
  expect(leaksOf(here)).toEqual([]);

  const { mcpServers } = JSON.parse(here.read('~/.cursor/mcp.json')) as { mcpServers: Record<string, Server> };
  const args = mcpServers['-hub']?.args ?? [];
  const entry = await serving(here, args.slice(args.indexOf('serve') + 1));
  const call = async (): Promise<unknown> => {
    const { result, error } = await entry.request('tools/call', { name: 'echo', arguments: { a: 1 } });
    return error ?? result;
  };
  expect(await call()).toMatchObject({ content: [{ type: 'text' }] });
  const tokens = (): (string | undefined)[] => target.requests.map(({ headers }) => headers.authorization);
  expect(new Set(tokens())).toEqual(new Set([`Bearer ${first}`]));
  if (process.platform === 'linux') expect(processesWith('canaryFIRST')).toEqual([]);

  expect(here.run(['secrets', 'rotate', 'HUB_TOKEN'], { input: second })).toMatchObject({ code: 0 });
  await expect
    .poll(
      async () => {
        await call();
        return tokens().at(-1);
      },
      { timeout: 30_000 },
    )
    .toBe(`Bearer ${second}`);
  expect(await entry.end()).toBe(0);
  expect(leaksOf(here)).toEqual([]);
}, 60_000);
