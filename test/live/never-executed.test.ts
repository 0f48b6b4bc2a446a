import { chmodSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { discoverAndLoadMCPTools } from '../../src/live/discover-and-load.ts';
import { serversHere } from '../../src/live/servers-here.ts';
import { fingerprintOf } from '../../src/runtime/trust/approval.ts';
import { until } from '../runtime/support/processes.ts';
import { Place, statesOf, toolsOf } from './support/place.ts';

/** A project whose file would leave a trace behind with each of the ways in which it could have something run. */
function trap(): Place & { readonly names: readonly string[]; readonly traces: () => string[] } {
  const place = new Place();
  const touch = (name: string): string => `touch '${place.path(name)}'`;
  place.shared({
    program: { command: 'sh', args: ['-c', touch('by-program')] },
    value: place.odd('value', { env: { TOKEN: `!${touch('by-value')}; echo x` } }),
    header: {
      type: 'http',
      url: 'http://127.0.0.1:9/mcp',
      headers: { Authorization: `!${touch('by-header')}; echo x` },
    },
    vault: place.odd('vault', { env: { TOKEN: 'op://vault/item/field' } }),
  });
  place.write('work/project/plugboard.json', { servers: { own: { command: 'sh', args: ['-c', touch('by-own')] } } });
  place.write('work/.mcp.json', { mcpServers: { above: { command: 'sh', args: ['-c', touch('by-above')] } } });
  // What asks a vault for a value.
  chmodSync(place.write('bin/op', `#!/bin/sh\n${touch('by-vault')}\necho x\n`), 0o755);
  const names = ['by-program', 'by-value', 'by-header', 'by-own', 'by-above', 'by-vault', 'value.log', 'vault.log'];
  return Object.assign(place, { names, traces: () => names.filter((name) => existsSync(place.path(name))) });
}

const all = ['above', 'header', 'own', 'program', 'value', 'vault'];

describe('an unapproved server of a project', () => {
  it('is found and never run', async () => {
    const place = trap();
    const { servers } = await serversHere(place.host);
    expect(servers.map(({ name }) => name)).toEqual(all);
    const runtime = await place.open({ verify: 'all' });
    await runtime.tools.refresh();
    await runtime.manager.connectAll();
    await runtime.reload();
    await runtime.restart();
    await runtime.tools.refresh();
    expect(statesOf(runtime)).toEqual(Object.fromEntries(all.map((name) => [name, 'needs-approval'])));
    expect(runtime.tools.tools).toEqual([]);
    await runtime.close();
    expect(place.traces()).toEqual([]);
  });

  it('would otherwise leave all its traces', async () => {
    const place = trap();
    const runtime = await place.open();
    for (const server of runtime.servers) await runtime.approvals.approve(server);
    void runtime.manager.connectAll();
    await until(() => place.traces().length === place.names.length, 'all of it');
  });

  it('is never run by loading tools, and named with what to approve', async () => {
    const place = trap();
    const { tools, errors, close } = await discoverAndLoadMCPTools({ host: place.host });
    await close();
    expect(tools).toEqual([]);
    expect(errors.map(({ server }) => server)).toEqual(all);
    expect(errors.every(({ fingerprint }) => /^[0-9a-f]{64}$/.test(fingerprint ?? ''))).toBe(true);
    expect(place.traces()).toEqual([]);
  });

  it('is not offered from the cache of an earlier run either', async () => {
    const place = new Place();
    place.shared({ a: place.odd('a') });
    const first = await place.open();
    const [server] = first.servers;
    if (!server) throw new Error('not found');
    await first.approvals.approve(server);
    await first.tools.refresh();
    expect(toolsOf(first, 'a')).toContain('echo');
    await first.close();
    await first.approvals.deny(server);
    const second = await place.open();
    expect(second.tools.tools).toEqual([]);
    await second.tools.refresh();
    expect(place.count('a')).toBe(1);
  });

  it('cannot approve itself with files of its own', async () => {
    const own = new Place({ PLUGBOARD_HOME: 'own' });
    own.shared({ a: own.odd('a') });
    const { servers } = await serversHere(own.host);
    const fingerprint = servers[0] && fingerprintOf(servers[0], own.host.env);
    const approvals = [{ fingerprint, project: own.project, name: 'a', decision: 'approved', time: '2026-01-01' }];
    own.write('work/project/own/state/approvals.json', { version: 1, approvals });
    const runtime = await own.open();
    await runtime.tools.refresh();
    expect(statesOf(runtime)).toEqual({ a: 'failed' });
    expect(own.count('a')).toBe(0);
  });
});

describe('a decision', () => {
  it('of this run only is not kept', async () => {
    const place = new Place();
    place.shared({ a: place.odd('a'), b: place.odd('b') });
    const { servers } = await serversHere(place.host);
    const [a] = servers;
    if (!a) throw new Error('not found');
    const runtime = await place.open({ accepted: [fingerprintOf(a, place.host.env)] });
    await runtime.tools.refresh();
    expect(statesOf(runtime)).toEqual({ a: 'ready', b: 'needs-approval' });
    const later = await place.open();
    await later.tools.refresh();
    expect(statesOf(later)).toEqual({ a: 'needs-approval', b: 'needs-approval' });
    expect([place.count('a'), place.count('b')]).toEqual([1, 0]);
  });

  it('counts at the next reading, in both directions', async () => {
    const place = new Place();
    place.own({ mine: place.odd('mine') });
    place.shared({ a: place.odd('a') });
    const runtime = await place.open();
    await runtime.tools.refresh();
    const server = runtime.servers.find(({ name }) => name === 'a');
    if (!server) throw new Error('not found');
    await runtime.approvals.approve(server);
    await runtime.reload();
    expect(statesOf(runtime)).toEqual({ a: 'ready', mine: 'ready' });
    await runtime.approvals.deny(server);
    await runtime.reload();
    expect(statesOf(runtime)).toEqual({ a: 'idle', mine: 'ready' });
    await runtime.tools.refresh();
    expect(statesOf(runtime)).toEqual({ a: 'failed', mine: 'ready' });
    expect([place.count('a'), place.count('mine')]).toEqual([1, 1]);
  });

  it('is about one definition: another one has to be approved again', async () => {
    const place = new Place();
    const server = place.odd('a');
    place.shared({ a: server });
    const runtime = await place.open();
    const [found] = runtime.servers;
    if (!found) throw new Error('not found');
    await runtime.approvals.approve(found);
    await runtime.tools.refresh();
    expect(statesOf(runtime)).toEqual({ a: 'ready' });
    place.shared({ a: { ...server, args: [...(server.args ?? []), 'other'] } });
    await runtime.reload();
    expect(statesOf(runtime)).toEqual({ a: 'needs-approval' });
    expect(toolsOf(runtime, 'a')).toEqual([]);
    expect(place.count('a')).toBe(1);
  });
});
