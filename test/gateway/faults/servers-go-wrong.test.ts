import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { newMarker, processesWith, until } from '../../runtime/support/processes.ts';
import { initialize, type RawClient } from '../probe/raw-client.ts';
import { type Entries, gatewayHome, type GatewayHome, serveStdio } from '../probe/serve.ts';
import { call, faulty, notes, textOf, toolNames, untilOffered } from './faulty.ts';

let home: GatewayHome | undefined;
let client: RawClient | undefined;

afterEach(async () => {
  await client?.close();
  home?.remove();
});

async function open(entries: (folder: string) => Entries): Promise<RawClient> {
  home = gatewayHome();
  home.put(entries(home.folder));
  client = serveStdio(home, {}, '--names', 'prefixed');
  await initialize(client);
  return client;
}

const log = (name: string): string => join(home?.folder ?? '', `${name}.log`);

it('says so when a server is killed in mid-call, and starts it again for the next one', async () => {
  const gateway = await open(() => ({ one: faulty(), two: faulty() }));
  await untilOffered(gateway, 'mcp_one_crash');
  const before = textOf(await call(gateway, 'mcp_one_pid'));
  const [crashed, other] = await Promise.all([
    call(gateway, 'mcp_one_crash'),
    call(gateway, 'mcp_two_echo', { text: 'still there' }),
  ]);
  expect(crashed.error ?? crashed.result?.['isError']).toBeTruthy();
  expect(textOf(other)).toBe('still there');
  expect(textOf(await call(gateway, 'mcp_one_pid'))).not.toBe(before);
});

it('answers for other servers while one hangs, and cancels its call when the caller leaves', async () => {
  const gateway = await open((folder) => ({ stuck: faulty('--log', join(folder, 'stuck.log')), fine: faulty() }));
  await untilOffered(gateway, 'mcp_stuck_hang');
  const { id } = gateway.begin('tools/call', { name: 'mcp_stuck_hang', arguments: {} });
  await until(() => notes(log('stuck')).some((line) => line.startsWith('hang ')), 'the call that hangs');
  expect(textOf(await call(gateway, 'mcp_fine_echo', { text: 'fine' }))).toBe('fine');
  expect(textOf(await call(gateway, 'mcp_stuck_echo', { text: 'beside it' }))).toBe('beside it');
  await gateway.notify('notifications/cancelled', { requestId: id });
  const [, upstreamId] =
    notes(log('stuck'))
      .find((line) => line.startsWith('hang '))
      ?.split(' ') ?? [];
  await until(() => notes(log('stuck')).includes(`cancelled ${upstreamId}`), 'the word that it is cancelled');
});

it('skips text that is not a message', async () => {
  const gateway = await open(() => ({ noisy: faulty('--garbage'), fine: faulty() }));
  await untilOffered(gateway, 'mcp_noisy_echo');
  expect(textOf(await call(gateway, 'mcp_noisy_echo', { text: 'heard' }))).toBe('heard');
  expect(textOf(await call(gateway, 'mcp_fine_echo', { text: 'fine' }))).toBe('fine');
});

it('does not let others wait for a server that takes its time to start', async () => {
  let go = '';
  const gateway = await open((folder) => {
    go = join(folder, 'go');
    return { slow: faulty('--wait-for', go), quick: faulty() };
  });
  await untilOffered(gateway, 'mcp_quick_echo');
  expect(textOf(await call(gateway, 'mcp_quick_echo', { text: 'first' }))).toBe('first');
  // All of that while the other has not said a word.
  expect(existsSync(go)).toBe(false);
  expect(await toolNames(gateway)).not.toContain('mcp_slow_echo');
  writeFileSync(go, '');
  await untilOffered(gateway, 'mcp_slow_echo');
  expect(textOf(await call(gateway, 'mcp_slow_echo', { text: 'at last' }))).toBe('at last');
});

it('offers nine servers when the tenth is dead', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `s${index}`);
  const gateway = await open(() => ({
    dead: faulty('--dead'),
    missing: { command: 'no-such-program-anywhere' },
    ...Object.fromEntries(names.map((name) => [name, faulty()])),
  }));
  for (const name of names) await untilOffered(gateway, `mcp_${name}_echo`);
  const answers = await Promise.all(names.map(async (name) => call(gateway, `mcp_${name}_echo`, { text: name })));
  expect(answers.map(textOf)).toEqual(names);
  expect(await toolNames(gateway)).toHaveLength(9 * 5);
});

it('leaves no process behind when its client goes away in mid-call', async () => {
  const marker = newMarker();
  const gateway = await open((folder) => ({
    stuck: faulty('--marker', marker, '--log', join(folder, 'stuck.log')),
    fine: faulty('--marker', marker),
  }));
  await untilOffered(gateway, 'mcp_stuck_hang');
  await call(gateway, 'mcp_fine_echo', { text: 'x' });
  gateway.begin('tools/call', { name: 'mcp_stuck_hang', arguments: {} });
  await until(() => notes(log('stuck')).some((line) => line.startsWith('hang ')), 'the call that hangs');
  expect(processesWith(marker)).not.toEqual([]);
  await gateway.close();
  await until(() => processesWith(marker).length === 0, 'the end of all servers');
});
