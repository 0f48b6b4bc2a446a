import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trustProject } from '../../src/live/approvals/trusted-project.ts';
import { openRuntime } from '../../src/live/open-runtime.ts';
import type { LogEntry } from '../../src/runtime/types.ts';
import { readServerLog } from '../../src/store/logs/server-logs.ts';
import { newMarker, processesWith, until } from '../runtime/support/processes.ts';
import { Place, statesOf, toolsOf } from './support/place.ts';

describe('a runtime', () => {
  it('starts nothing before it is needed, and ends what it has started', async () => {
    const place = new Place();
    place.own({ a: place.odd('a'), b: place.odd('b') });
    const runtime = await place.open();
    expect(statesOf(runtime)).toEqual({ a: 'idle', b: 'idle' });
    await runtime.tools.refresh('a');
    expect(statesOf(runtime)).toEqual({ a: 'ready', b: 'idle' });
    expect([place.count('a'), place.count('b')]).toEqual([1, 0]);
    const connections = [...runtime.manager.connections.values()];
    await runtime.close();
    expect(connections.map(({ state }) => state.name)).toEqual(['closed', 'closed']);
    expect(runtime.closing.aborted).toBe(true);
    await runtime.reload();
    await runtime.restart();
    expect(place.count('a')).toBe(1);
  });

  it('knows the tools of an earlier run at once, and connects when one is called', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const first = await place.open();
    await first.tools.refresh();
    await first.close();
    const second = await place.open();
    expect(statesOf(second)).toEqual({ a: 'idle' });
    const echo = second.tools.find('mcp_a_echo');
    expect(echo?.deferred).toBe(true);
    expect(await echo?.execute({ hello: 1 })).toMatchObject({ text: '{"hello":1}', isError: false });
    expect(place.count('a')).toBe(2);
  });

  it('starts programs in the project once it is trusted, wherever this process is', async () => {
    const place = new Place();
    const script = "require('node:fs').writeFileSync(process.env.OUT, process.cwd())";
    const env = { OUT: place.path('where') };
    place.own({ a: { command: process.execPath, args: ['-e', script], env, retries: 0 } });
    const before = await place.open();
    await before.manager.connectAll();
    expect(readFileSync(place.path('where'), 'utf8')).toBe(place.home);
    await trustProject(place.host, true);
    const after = await place.open();
    await after.manager.connectAll();
    expect(readFileSync(place.path('where'), 'utf8')).toBe(place.project);
  });

  it('gives values to servers and hides them in what it says', async () => {
    const place = new Place({ TOKEN: 'canary-of-a-variable' });
    const script = 'console.error("begin " + process.env.A + " " + process.env.B); process.exit(3)';
    const env = { A: '${TOKEN}', B: '!echo canary-of-a-command' };
    place.own({ a: { command: process.execPath, args: ['-e', script], env, retries: 0 } });
    const log: LogEntry[] = [];
    const runtime = await place.open({ log: (entry) => log.push(entry) });
    await runtime.manager.connectAll();
    const { state } = runtime.manager.connections.get('a') ?? {};
    const kept = await readServerLog(place.host);
    expect(kept).toMatchObject(log);
    expect(log.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^stderr: begin •+ •+$/));
    expect(JSON.stringify([state, kept])).not.toContain('canary');
  });

  it('omits an unresolved value and reports it, or refuses when strict', async () => {
    const place = new Place();
    place.own({ a: place.odd('a', { env: { TOKEN: '!exit 3' }, retries: 0 }) });
    const lenient = await place.open();
    await lenient.manager.connectAll();
    expect(statesOf(lenient)).toEqual({ a: 'ready' });
    expect(await readServerLog(place.host)).toContainEqual(
      expect.objectContaining({ level: 'error', server: 'a', message: expect.stringContaining('env.TOKEN') }),
    );
    const strict = await place.open({ strict: true });
    await strict.manager.connectAll();
    expect(strict.manager.connections.get('a')?.state).toMatchObject({ name: 'failed', failure: { kind: 'values' } });
    expect(place.count('a')).toBe(1);
  });

  it('keeps nothing where the project could have put it', async () => {
    const place = new Place({ PLUGBOARD_HOME: 'own' });
    place.own({ a: place.odd('a') });
    const runtime = await place.open();
    await runtime.tools.refresh();
    await runtime.pins.settled();
    expect(toolsOf(runtime, 'a')).toContain('echo');
    expect(readdirSync(`${place.project}/own`)).toEqual(['state']);
    expect(readdirSync(`${place.project}/own/state`)).toEqual(['logs']);
  });

  it('notes what servers themselves want to have noted, without what they were given', async () => {
    const place = new Place({ TOKEN: 'canary-of-a-variable' });
    const program = fileURLToPath(new URL('servers/noting.mjs', import.meta.url));
    place.own({ a: { command: process.execPath, args: [program], env: { A: '${TOKEN}' } } });
    const runtime = await place.open();
    await runtime.tools.refresh();
    const note = runtime.tools.find('mcp_a_note');
    await note?.execute({ level: 'notice', logger: 'db', data: { tried: 'canary-of-a-variable' } });
    await note?.execute({ level: 'emergency', data: 'on fire' });
    await note?.execute({});
    const kept = await readServerLog(place.host);
    expect(kept.slice(-3).map(({ level, message }) => `${level} ${message}`)).toEqual([
      'info log: db: {"tried":"••••••••"}',
      'error log: on fire',
      'error log: ',
    ]);
  });
});

describe('reading the configuration again', () => {
  it('restarts only what has changed', async () => {
    const place = new Place();
    const servers = { a: place.odd('a'), b: place.odd('b'), c: place.odd('c') };
    place.own(servers);
    const runtime = await place.open();
    await runtime.tools.refresh();
    const before = runtime.manager.connections.get('b');
    const { c: _, ...others } = servers;
    place.own({ ...others, a: { ...servers.a, args: [...(servers.a.args ?? []), 'other'] }, d: place.odd('d') });
    await runtime.reload();
    expect(runtime.servers.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
    expect(statesOf(runtime)).toEqual({ a: 'ready', b: 'ready', d: 'idle' });
    expect(runtime.manager.connections.get('b')).toBe(before);
    expect(['a', 'b', 'c', 'd'].map((name) => place.count(name))).toEqual([2, 1, 1, 0]);
    expect([toolsOf(runtime, 'b').length, toolsOf(runtime, 'c').length]).toEqual([9, 0]);
  });

  it('leaves all others alone when a server is switched off or on', async () => {
    const place = new Place();
    const servers = { a: place.odd('a'), b: place.odd('b') };
    place.write('.config/plugboard/plugboard.json', { servers });
    const runtime = await place.open();
    await runtime.tools.refresh();
    place.write('.config/plugboard/plugboard.json', { servers: { ...servers, a: { ...servers.a, disabled: true } } });
    await runtime.reload();
    expect(runtime.servers.map(({ name, disabled }) => [name, disabled])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(statesOf(runtime)).toEqual({ b: 'ready' });
    expect(toolsOf(runtime, 'a')).toEqual([]);
    place.write('.config/plugboard/plugboard.json', { servers });
    await runtime.reload();
    await runtime.tools.refresh('a');
    expect(statesOf(runtime)).toEqual({ a: 'ready', b: 'ready' });
    expect([place.count('a'), place.count('b')]).toEqual([2, 1]);
  });

  it('never touches tools of a_b when a goes', async () => {
    const place = new Place();
    const servers = { a: place.odd('a'), a_b: place.odd('a_b') };
    place.offer('a', [{ name: 'b_echo', inputSchema: { type: 'object' } }]);
    place.own(servers);
    const runtime = await place.open();
    await runtime.tools.refresh();
    // Both would be mcp_a_b_echo.
    expect(runtime.tools.warnings).toHaveLength(1);
    const tools = toolsOf(runtime, 'a_b');
    place.own({ a_b: servers.a_b });
    await runtime.reload();
    expect(toolsOf(runtime, 'a_b')).toEqual(tools);
    expect(runtime.tools.tools.map(({ serverName }) => serverName)).toEqual(tools.map(() => 'a_b'));
    expect(await runtime.tools.find('mcp_a_b_echo')?.execute({ x: 1 })).toMatchObject({ text: '{"x":1}' });
    expect([place.count('a_b'), place.count('a_b', 'tools/list')]).toEqual([1, 1]);
  });

  it('goes on with the servers of a file that is just being edited', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const runtime = await place.open();
    await runtime.tools.refresh();
    place.write('.cursor/mcp.json', '{ "mcpServers": { "a": {');
    await runtime.reload();
    expect(runtime.issues.map(({ severity }) => severity)).toContain('error');
    expect(statesOf(runtime)).toEqual({ a: 'ready' });
    place.own({});
    await runtime.reload();
    expect(statesOf(runtime)).toEqual({});
    expect(place.count('a')).toBe(1);
  });

  it('is not undone by one that began earlier and took longer', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const file = place.path('.cursor/mcp.json');
    let release: (() => void) | undefined;
    let isSlow = false;
    const { readFile } = place.host.fs;
    const slowly = async (path: string): Promise<Uint8Array> => {
      const bytes = await readFile(path);
      if (path !== file || !isSlow) return bytes;
      isSlow = false;
      await new Promise<void>((done) => {
        release = done;
      });
      return bytes;
    };
    const host = { ...place.host, fs: { ...place.host.fs, readFile: slowly } };
    const runtime = await openRuntime(host, { verify: 'none' });
    onTestFinished(() => runtime.close());
    isSlow = true;
    const earlier = runtime.reload();
    await until(() => release !== undefined, 'the reading');
    place.own({ b: place.odd('b') });
    await runtime.reload();
    release?.();
    await earlier;
    expect(runtime.servers.map(({ name }) => name)).toEqual(['b']);
  });

  it('is not held up by a server that does not come up', async () => {
    const place = new Place();
    place.own({ a: place.odd('a') });
    const runtime = await place.open();
    await runtime.tools.refresh();
    place.own({ a: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] } });
    const stuck = runtime.reload();
    place.own({ a: { ...place.odd('a'), timeout: 20 } });
    // The first one is still waiting for the silent server.
    await runtime.reload();
    await stuck;
    expect(statesOf(runtime)).toEqual({ a: 'ready' });
  });
});

it('does not wait for servers that are just being connected when everything is closed', async () => {
  const place = new Place();
  const marker = newMarker();
  place.own({ a: place.odd('a') });
  const runtime = await place.open();
  await runtime.tools.refresh();
  place.own({ a: { command: process.execPath, args: ['-e', 'process.stdin.resume()', marker] } });
  const reloading = runtime.reload();
  await until(() => processesWith(marker).length === 1, 'the start');
  await runtime.close();
  await reloading;
  expect(processesWith(marker)).toEqual([]);
});

it('waits for servers that are just being closed when everything is', async () => {
  const place = new Place();
  // Needs a moment for its last words.
  const script = `
    const say = (word) => require('node:fs').writeFileSync(process.env.OUT, word);
    process.stdin.on('end', () => setTimeout(() => say('bye'), 200)).resume();
    say('hello');`;
  const out = place.write('out', '');
  place.own({ slow: { command: process.execPath, args: ['-e', script], env: { OUT: out } } });
  const runtime = await place.open();
  const connecting = runtime.manager.connectAll();
  await until(() => readFileSync(out, 'utf8') === 'hello', 'the start');
  place.own({});
  const reloading = runtime.reload();
  await until(() => runtime.servers.length === 0, 'the end of the entry');
  await runtime.close();
  expect(readFileSync(out, 'utf8')).toBe('bye');
  await Promise.all([connecting, reloading]);
});

it('restarts some servers and leaves the others alone', async () => {
  const place = new Place();
  place.own({
    a: place.odd('a', { env: { V: `!echo x >> ${place.path('ran')}; echo v` } }),
    b: place.odd('b'),
    c: place.odd('c'),
  });
  const runtime = await place.open();
  await runtime.tools.refresh('a');
  await runtime.tools.refresh('b');
  await runtime.restart(['a', 'c']);
  expect(statesOf(runtime)).toEqual({ a: 'ready', b: 'ready', c: 'idle' });
  expect(['a', 'b', 'c'].map((name) => place.count(name))).toEqual([2, 1, 0]);
  // Its value may be what has changed.
  expect(readFileSync(place.path('ran'), 'utf8')).toBe('x\nx\n');
  expect(toolsOf(runtime, 'a')).toContain('echo');
});
