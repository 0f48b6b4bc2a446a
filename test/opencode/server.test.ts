import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type InProcess, startInProcess } from './support/in-process.ts';
import { type ProgramPeer, startProgram } from './support/program-peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let world: World;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  world = await makeWorld();
});

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

afterAll(() => world.model.close());

async function inProcess(env: Readonly<Record<string, string>> = {}): Promise<InProcess> {
  const started = await startInProcess(world, env);
  cleanUp.push(() => started.app.close());
  return started;
}

function program(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ProgramPeer {
  const started = startProgram(args, { ...world.env, OPENCODE_LOG_LEVEL: 'info', ...env }, world.project);
  cleanUp.push(() => started.child.kill('SIGKILL'));
  return started;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const pidIn = (log: string): number => Number(/as process (\d+)/.exec(log)?.[1]);

/** A server that another program started. */
async function strangeServer(password: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const env = { ...world.env, OPENCODE_SERVER_PASSWORD: password };
  const args = ['serve', '--hostname', '127.0.0.1', '--port', '0'];
  const child = spawn(world.env['OPENCODE_BIN'] ?? '', args, {
    env,
    cwd: world.project,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('it has not started');
}

describe('a server of our own', () => {
  it('is started once, by the first call that needs it; killed at work it is started anew and has kept the session', async () => {
    const { app, peer } = await inProcess();
    await peer.call('opencode_toolset_list');
    expect(app.connection.processes).toEqual([]);
    const answers = await Promise.all([peer.call('opencode_status'), peer.call('opencode_agent_list')]);
    expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
    expect(app.connection.processes).toHaveLength(1);
    world.model.script('killed', { tool: 'bash', arguments: { command: 'sleep 60', description: 'Sleep' } });
    const running = peer.upcoming('notifications/progress', ({ params }) =>
      String(params?.['message']).includes('running'),
    );
    const answer = peer.call('opencode_run', { prompt: '[[killed]]', access: 'full' }, { progressToken: 1 });
    await running;
    for (const pid of app.connection.processes) process.kill(pid, 'SIGKILL');
    const { isError, data } = await answer;
    expect({ isError, code: data['code'] }).toEqual({ isError: true, code: 'SERVER_UNREACHABLE' });
    const { sessionId } = data;
    const status = await peer.call('opencode_session_status', { sessionIds: [sessionId] });
    expect(status.data['sessions']).toMatchObject([{ status: 'interrupted' }]);
    const again = await peer.call('opencode_session_prompt', { sessionId, prompt: 'Go on' });
    expect(again.data).toMatchObject({ status: 'completed', answer: 'You said: Go on' });
  });

  it('is not started when that is not wanted, or cannot be', async () => {
    const off = await inProcess({ OPENCODE_AUTO_START: 'false' });
    expect((await off.peer.call('opencode_status')).data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
    const none = await inProcess({ OPENCODE_BIN: '/no/such/opencode' });
    expect((await none.peer.call('opencode_status')).data).toMatchObject({ code: 'PROGRAM_MISSING' });
    const wrong = await inProcess({ OPENCODE_BIN: fileURLToPath(import.meta.url) });
    expect((await wrong.peer.call('opencode_status')).data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });
});

describe('what comes too late', () => {
  it('starts no server any more', async () => {
    const { app, peer } = await inProcess();
    await app.close();
    expect((await peer.call('opencode_status')).data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
    expect(app.connection.processes).toEqual([]);
  });
});

describe('an external server', () => {
  it('is used with its password, and left running', async () => {
    const { child, url } = await strangeServer('open sesame');
    const right = await startInProcess(world, { OPENCODE_SERVER_URL: url, OPENCODE_SERVER_PASSWORD: 'open sesame' });
    const { data } = await right.peer.call('opencode_status');
    expect(data).toMatchObject({ healthy: true, server: { url, mode: 'attached' } });
    expect((await right.peer.call('opencode_run', { prompt: 'Hello' })).data).toMatchObject({ status: 'completed' });
    await right.app.close();
    expect(child.exitCode).toBeNull();

    const wrong = await inProcess({ OPENCODE_SERVER_URL: url, OPENCODE_SERVER_PASSWORD: 'guess' });
    const refused = await wrong.peer.call('opencode_status');
    expect(refused.data).toMatchObject({ code: 'AUTH_FAILED' });
    expect(refused.content[0]?.text).not.toContain('guess');
  });

  it('that is not there is told', async () => {
    const { peer } = await inProcess({ OPENCODE_SERVER_URL: 'http://127.0.0.1:9' });
    expect((await peer.call('opencode_status')).data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });
});

describe('the program', () => {
  it('ends with its server when it is asked to end', async () => {
    const started = program();
    await started.peer.open();
    await started.peer.call('opencode_status');
    const pid = pidIn(started.log());
    expect(isAlive(pid)).toBe(true);
    started.child.kill('SIGTERM');
    expect(await started.exited).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends with its server when its input ends', async () => {
    const started = program();
    await started.peer.open();
    await started.peer.call('opencode_status');
    const pid = pidIn(started.log());
    expect(isAlive(pid)).toBe(true);
    started.child.stdin?.end();
    expect(await started.exited).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends when its parent is gone', async () => {
    const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
    const hello = { jsonrpc: '2.0', id: 1, method: 'ping' };
    // Somebody else holds the other end of its input, so that only the parent can tell.
    const holder = `process.stdout.write(${JSON.stringify(`${JSON.stringify(hello)}\n`)}); setInterval(() => {}, 1000);`;
    const script = `
      const { spawn } = require('node:child_process');
      const holder = spawn(process.execPath, ['-e', ${JSON.stringify(holder)}], { stdio: ['ignore', 'pipe', 'ignore'] });
      const child = spawn(process.execPath, [${JSON.stringify(program)}, 'opencode'], { stdio: [holder.stdout, 1, 2] });
      console.error(holder.pid + ' ' + child.pid);`;
    const parent = spawn(process.execPath, ['-e', script], { env: world.env, cwd: world.project, stdio: 'pipe' });
    const [line] = (await once(createInterface({ input: parent.stderr }), 'line')) as [string];
    const pids = line.split(' ').map(Number);
    const pid = pids[1] ?? 0;
    cleanUp.push(() => pids.filter(isAlive).forEach((one) => process.kill(one, 'SIGKILL')));
    await once(parent.stdout, 'data');
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(isAlive(pids[0] ?? 0)).toBe(true);
  });

  it('does not serve inside the OpenCode that it has started', async () => {
    const started = program([], { PLUGBOARD_OPENCODE_INSIDE: '1' });
    expect(await started.exited).toBe(2);
    expect(started.log()).toContain('started by plugboard opencode, which cannot be nested');
  });

  it.each([
    [['--toolsets', 'cores'], 'Did you mean core?'],
    [['--port', '4000', '--no-token'], 'Only with --http: --port, --no-token'],
    [['--port', 'x', '--http'], 'the port must be an integer from 0 to 65535'],
    [['--url', 'ftp://x'], 'must be an http or https URL'],
    [['--http', '--hostname', '0.0.0.0', '--port', '0'], 'OPENCODE_MCP_TOKEN'],
  ])('refuses %j', async (args, words) => {
    const started = program(args);
    expect(await started.exited).toBe(2);
    expect(started.log()).toContain(words);
  });

  it('offers only what reads with --read-only', async () => {
    const started = program(['--read-only', '--toolsets', 'all']);
    await started.peer.open();
    const { tools } = (await started.peer.request('tools/list')) as { tools: { name: string; annotations: object }[] };
    expect(tools.length).toBeGreaterThan(15);
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
  });
});
