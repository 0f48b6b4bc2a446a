import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialize, type RawClient, type WireMessage } from './probe/raw-client.ts';
import { answers, capabilities, rows } from './probe/rows.ts';
import { gatewayHome, serveHttp, serveStdio } from './probe/serve.ts';
import { stdioClient } from './probe/stdio-wire.ts';

const probe = [process.execPath, fileURLToPath(new URL('probe/probe-server.mjs', import.meta.url))] as const;

/** What each feature looks like without anything in between. */
const direct = new Map<string, unknown>();
const home = gatewayHome({ probe: { command: probe[0], args: [probe[1]] } });

beforeAll(async () => {
  const client = stdioClient({ command: probe }, answers);
  const hello = await initialize(client, capabilities);
  for (const [name, row] of Object.entries(rows)) direct.set(name, await row(client, hello));
  await client.close();
});
afterAll(() => home.remove());

it('is a probe that shows something', () => {
  expect([...direct.values()].filter((value) => value === undefined || value === null || value === false)).toEqual([]);
  expect(direct.get('progress')).toMatchObject([{}, [{}, { params: { message: 'step 2', unknown: true } }, {}]]);
  expect(direct.get('cancel')).toMatchObject({ content: [{ text: 'no longer wanted' }] });
  expect(direct.get('sampling')).toMatchObject([{ result: { futureField: 1 } }, { futureParam: { kept: true } }]);
});

describe.each(['stdio', 'http'] as const)('through plugboard serve over %s', (front) => {
  let client: RawClient;
  let hello: WireMessage;
  let end = async (): Promise<void> => {};

  beforeAll(async () => {
    if (front === 'stdio') {
      client = serveStdio(home, answers);
      end = async () => client.close();
    } else {
      const served = await serveHttp(home);
      client = served.client(answers);
      end = async () => {
        await client.close();
        await served.close();
      };
    }
    hello = await initialize(client, capabilities);
  });
  afterAll(async () => end());

  it.each(Object.entries(rows))('%s', async (name, row) => {
    expect(await row(client, hello)).toEqual(direct.get(name));
  });
});
