import { mkdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenedGateway, openGateway } from '../../../src/cli/gateway/open-gateway.ts';
import type { Host } from '../../../src/model/host.ts';
import type { Server } from '../../../src/model/server.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { definitionHash } from '../../../src/store/locked/lock-file.ts';
import { toolbox } from '../runtime/support/servers.ts';
import { catalog, type Machine, machine } from '../support/machine.ts';

const servers = JSON.stringify({ servers: { box: toolbox() } });
const denied = JSON.stringify({ rules: [{ id: 'no-box', deny: { server: ['box'] } }] });
const quiet = JSON.stringify({ rules: [{ id: 'no-echo', deny: { tool: ['box:ECHO'] } }] });
// A script with arguments needs its name beside the lock.
const withLock = JSON.stringify({ rules: [{ id: 'ours', allow: { command: ['*'] } }], require: { lock: true } });

function hostOf(here: Machine, cwd = here.project): Host {
  return { ...nodeHost(), home: here.env['HOME'] ?? '', cwd, env: here.env };
}

interface Watched {
  readonly opened: OpenedGateway;
  /** The names of the tools that clients see. */
  names(): string[];
  reason(): string | undefined;
  state(): string | undefined;
}

async function watched(host: Host): Promise<Watched> {
  const opened = await openGateway(host, { isEager: true });
  const { gateway } = opened;
  onTestFinished(async () => gateway.close());
  onTestFinished(opened.watch());
  return {
    opened,
    names: () => JSON.parse(gateway.toolList?.(undefined) ?? '').tools.map((one: { name: string }) => one.name),
    reason: () => gateway.health().servers[0]?.reason,
    state: () => gateway.health().servers[0]?.state,
  };
}

test('a running gateway follows a changed policy, also one between its directory and the checkout', async () => {
  const here = machine({ [catalog]: servers, 'a/b/keep': '' });
  mkdirSync(here.path('.git'));
  const { names, reason } = await watched(hostOf(here, here.path('a/b')));
  await expect.poll(names).toContain('mcp_box_echo');
  for (const place of ['a/plugboard.policy.json', '~/.config/plugboard/policy.json']) {
    here.write(place, denied);
    await expect.poll(reason).toContain('no-box');
    expect(names()).toEqual([]);
    here.write(place, quiet);
    await expect.poll(() => names().length).toBeGreaterThan(0);
    expect(names()).not.toContain('mcp_box_echo');
    here.write(place, '{ "rules": [');
    await expect.poll(reason).toContain('policy');
    expect(names()).toEqual([]);
    here.remove(place);
    await expect.poll(names).toContain('mcp_box_echo');
  }
});

test('a running gateway follows a lock that a policy requires', async () => {
  const here = machine({ [catalog]: servers, 'plugboard.policy.json': withLock });
  const { reason, state } = await watched(hostOf(here));
  await expect.poll(reason).toContain('require.lock');
  const definition = definitionHash(toolbox() as Server);
  here.write('plugboard.lock', JSON.stringify({ version: 1, servers: { box: { definition } } }));
  await expect.poll(state).toBe('ready');
  here.write('plugboard.lock', JSON.stringify({ version: 1, servers: {} }));
  await expect.poll(reason).toContain('require.lock');
});
