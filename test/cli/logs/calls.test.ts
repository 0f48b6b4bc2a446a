import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openCallLog, readCallLog } from '../../../src/store/logs/call-log.ts';
import { Place } from '../../live/support/place.ts';
import { machineWith, toolbox } from '../runtime/support/servers.ts';
import type { Machine } from '../support/machine.ts';
import { serving } from '../support/serving.ts';

const secret = 'canary-of-an-argument';

// oxlint-disable-next-line typescript/no-explicit-any -- lines of any shape
function calls(here: Machine, ...args: string[]): any[] {
  return here.ask(['logs', '--calls', ...args]).data.entries;
}

function files(here: Machine): string[] {
  return here
    .everything()
    .filter((name) => name.includes('/calls/'))
    .map((name) => here.path(name));
}

it('says which tools were called, how each call ended, how long it took and how large it was', () => {
  const here = machineWith({ user: { box: toolbox(), other: toolbox() } });
  expect(here.run(['logs', '--calls'])).toMatchObject({ code: 0, stdout: '', stderr: 'No tool calls.\n' });
  here.run(['call', 'box', 'echo', `text=${secret}`]);
  here.run(['call', 'box', 'fail']);
  here.run(['call', 'box', 'refuse']);
  here.run(['call', 'box', 'crash']);
  // It includes the start of the server.
  here.run(['call', 'other', 'wait', '--timeout', '10']);
  const size = Buffer.byteLength(JSON.stringify({ text: secret }));
  const figures = { ms: expect.any(Number), bytesOut: expect.any(Number), by: 'cli', time: expect.any(String) };
  expect(calls(here)).toEqual([
    { server: 'box', tool: 'echo', outcome: 'ok', level: 'info', bytesIn: size, ...figures },
    { server: 'box', tool: 'fail', outcome: 'tool-error', level: 'error', bytesIn: 2, ...figures },
    { server: 'box', tool: 'refuse', outcome: 'error', level: 'error', bytesIn: 2, ...figures },
    { server: 'box', tool: 'crash', outcome: 'error', level: 'error', bytesIn: 2, ...figures },
    { server: 'other', tool: 'wait', outcome: 'timeout', level: 'error', bytesIn: 2, ...figures },
  ]);
  expect(calls(here)[0].bytesOut).toBeGreaterThan(size);
  expect(calls(here, 'other')).toMatchObject([{ tool: 'wait' }]);
  expect(calls(here, '--level', 'error')).toHaveLength(4);
  expect(here.run(['logs', '--calls', 'box', '--limit', '1']).stdout).toMatch(
    /box {2}error {4}crash: error, \d+ ms, 2 B in, 0 B out, by cli$/m,
  );
  expect(here.run(['logs', '--calls', '--jsonl', '--limit', '1']).stdout).toMatch(/^\{.*"tool":"wait".*\}\n$/);
  expect(here.run(['logs']).stdout).not.toContain('by cli');
  for (const path of files(here)) {
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  expect(files(here)).toHaveLength(2);
});

it('has the calls that clients make through the gateway', async () => {
  const here = machineWith({ user: { box: toolbox() } });
  const gateway = await serving(here);
  await gateway.request('tools/list');
  await gateway.request('tools/call', { name: 'mcp_box_echo', arguments: { text: secret } });
  await gateway.request('tools/call', { name: 'mcp_box_fail', arguments: {} });
  expect(await gateway.end()).toBe(0);
  expect(calls(here)).toMatchObject([
    { server: 'box', tool: 'echo', outcome: 'ok', by: 'gateway' },
    { server: 'box', tool: 'fail', outcome: 'tool-error', by: 'gateway' },
  ]);
  expect(
    files(here)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n'),
  ).not.toContain(secret);
});

it('has the calls of programs that use the library, when the runtime is closed at the latest', async () => {
  const place = new Place();
  place.own({ a: place.odd('a') });
  const runtime = await place.open();
  await runtime.tools.refresh();
  await runtime.tools.find('mcp_a_echo')?.execute({ x: 1 });
  await runtime.close();
  expect(await readCallLog(place.host)).toMatchObject([{ server: 'a', tool: 'echo', outcome: 'ok', by: 'library' }]);
});

it('masks secrets in the names of tools, and takes at most two megabytes a server', async () => {
  const { host } = new Place();
  const log = openCallLog(host, 'library', (text) => text.replaceAll(secret, '••••••••'));
  const call = { server: 'a', outcome: 'ok', ms: 1, bytesIn: 1, bytesOut: 1 } as const;
  log.note({ ...call, tool: `read_${secret}` });
  log.flush();
  expect((await readCallLog(host)).map(({ tool }) => tool)).toEqual(['read_••••••••']);
  for (let count = 0; count < 20_000; count += 1) log.note({ ...call, tool: 'x'.repeat(300) });
  log.flush();
  const kept = await readCallLog(host);
  expect(kept.length).toBeLessThan((2 * 1024 * 1024) / 300);
  expect(kept.length).toBeGreaterThan(1000);
});
