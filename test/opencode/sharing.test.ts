import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bits } from '../store/support/box.ts';
import { startInProcess } from './support/in-process.ts';
import type { ToolAnswer } from './support/peer.ts';
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

async function client(env: NodeJS.ProcessEnv = {}): Promise<ProgramPeer> {
  const started = startProgram([], { ...world.env, OPENCODE_LOG_LEVEL: 'info', ...env }, world.project);
  cleanUp.push(() => started.child.kill('SIGKILL'));
  await started.peer.open();
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

/** The record of the one server that clients of this world share. */
function record(): { readonly pid: number; readonly leases: readonly object[]; readonly path: string } {
  const folder = join(world.home, '.local/state/plugboard/opencode-servers');
  const paths = readdirSync(folder).map((key) => join(folder, key, 'server.json'));
  const [path = '', ...others] = paths.filter((one) => existsSync(one));
  expect(others).toEqual([]);
  return { ...JSON.parse(readFileSync(path, 'utf8')), path };
}

type Data = ToolAnswer['data'];
const statusOf = async ({ peer }: Pick<ProgramPeer, 'peer'>, sessionId: string, waitSeconds = 0): Promise<Data> =>
  (await peer.call('opencode_session_status', { sessionIds: [sessionId], waitSeconds })).data['sessions'][0];

describe('two clients of one user', () => {
  it('share one OpenCode whatever else is in their environments, and see each other at work', async () => {
    const [first, second] = await Promise.all([
      client({ GITHUB_TOKEN: 'one', XDG_SESSION_ID: '1', npm_config_local_prefix: '/one' }),
      client({ GITHUB_TOKEN: 'two', FOO_TOKEN: 'more', SHELL: '/bin/sh' }),
    ]);
    await Promise.all([first.peer.call('opencode_status'), second.peer.call('opencode_status')]);
    const { pid, leases, path } = record();
    expect(leases).toHaveLength(2);
    expect(bits(statSync(path).mode)).toBe(bits(0o600));
    expect([first, second].filter(({ log }) => log().includes('as process'))).toHaveLength(1);

    world.model.script('long', { hang: true });
    const { sessionId } = (await first.peer.call('opencode_run', { prompt: '[[long]]', waitSeconds: 0 })).data;
    expect(await statusOf(second, sessionId)).toMatchObject({ status: 'running', startedBy: 'another client' });
    expect(await statusOf(first, sessionId)).not.toHaveProperty('startedBy');
    for (const more of [{}, { noReply: true }]) {
      const { data } = await second.peer.call('opencode_session_prompt', { sessionId, prompt: 'More', ...more });
      expect(data).toMatchObject({ code: 'SESSION_BUSY' });
    }
    const { messages } = (await second.peer.call('opencode_session_messages', { sessionId })).data;
    expect(messages.filter(({ role }: Data) => role === 'user')).toHaveLength(1);

    second.child.stdin?.end();
    expect(await second.exited).toBe(0);
    expect(isAlive(pid)).toBe(true);
    expect(await statusOf(first, sessionId)).toMatchObject({ status: 'running' });
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('take one of the prompts that they send at once, and a budget outlives the client that set it', async () => {
    const [first, second] = await Promise.all([client(), client()]);
    world.model.script('long', { hang: true });
    for (let left = 3; left > 0; left -= 1) {
      const { sessionId } = (await first.peer.call('opencode_session_create', {})).data;
      const answers = await Promise.all(
        [first, second].map(({ peer }, index) =>
          peer.call('opencode_session_prompt', { sessionId, prompt: `[[long]] ${index}`, waitSeconds: 0 }),
        ),
      );
      const outcomes = answers.map(({ data }) => data['status'] ?? data['code']);
      expect(new Set(outcomes)).toEqual(new Set(['SESSION_BUSY', 'running']));
      const { messages } = (await second.peer.call('opencode_session_messages', { sessionId })).data;
      expect(messages.filter(({ role }: Data) => role === 'user')).toHaveLength(1);
      await second.peer.call('opencode_session_abort', { sessionId });
    }
    const { pid } = record();
    const args = { prompt: '[[long]]', waitSeconds: 0, budget: { minutes: 0.05 } };
    const { sessionId } = (await first.peer.call('opencode_run', args)).data;
    first.child.kill('SIGKILL');
    await first.exited;
    expect(await statusOf(second, sessionId, 60)).toMatchObject({
      status: 'stopped',
      stoppedBy: { budget: 'minutes', limit: 0.05 },
    });
    // The killed one does not count, so this is the last one.
    second.child.stdin?.end();
    expect(await second.exited).toBe(0);
    expect(isAlive(pid)).toBe(false);
    // Whatever client looks at it later sees the same.
    const later = await client();
    expect(await statusOf(later, sessionId)).toMatchObject({ status: 'stopped', stoppedBy: { budget: 'minutes' } });
  });

  it('do not restart it under each other, and both go on when it was killed', async () => {
    const [first, second] = await Promise.all([client(), client()]);
    await Promise.all([first.peer.call('opencode_status'), second.peer.call('opencode_status')]);
    await first.peer.call('opencode_toolset_enable', { toolset: 'admin' });
    const refused = await first.peer.call('opencode_instance_reload', { server: true });
    expect(refused.data).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    const { pid } = record();
    process.kill(pid, 'SIGKILL');
    for (const { peer } of [first, second]) {
      const lost = await peer.call('opencode_status');
      // The suggestion to try again has to come true.
      if (lost.isError) expect(lost.data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
      expect((await peer.call('opencode_status')).isError).toBe(false);
    }
    expect(record().pid).not.toBe(pid);
    expect(record().leases).toHaveLength(2);
  });
});

describe('two clients with keys of different accounts', () => {
  it('have an OpenCode each, and see and stop what runs in the other', async () => {
    const [first, second] = [await startInProcess(world, { OPENAI_API_KEY: 'one' }), await startInProcess(world)];
    cleanUp.push(() => Promise.all([first.app.close(), second.app.close()]));
    world.model.script('ask', { tool: 'bash', arguments: { command: 'echo hi', description: 'Say' } }, { text: 'Hi.' });
    world.model.script('long', { hang: true });
    await second.peer.call('opencode_status');
    const { sessionId } = (await first.peer.call('opencode_run', { prompt: '[[long]]', waitSeconds: 0 })).data;
    expect(first.app.connection.processes).not.toEqual(second.app.connection.processes);
    expect(await statusOf(second, sessionId)).toMatchObject({ status: 'running', startedBy: 'another client' });
    const busy = await second.peer.call('opencode_session_prompt', { sessionId, prompt: 'More' });
    expect(busy.data).toMatchObject({ code: 'SESSION_BUSY' });
    await second.peer.call('opencode_session_abort', { sessionId });
    expect(await statusOf(first, sessionId, 30)).toMatchObject({ status: 'aborted' });
    expect((await second.peer.call('opencode_session_prompt', { sessionId, prompt: 'Next' })).data).toMatchObject({
      answer: 'You said: Next',
    });
    const asked = (await first.peer.call('opencode_run', { prompt: '[[ask]]', access: 'ask' })).data;
    const seen = await statusOf(second, asked['sessionId']);
    expect(seen).toMatchObject({ status: 'waiting_input' });
    const reply = { requestId: seen['requests'][0].requestId, reply: 'once' };
    expect((await second.peer.call('opencode_request_reply', reply)).data).toMatchObject({ answered: true });
    expect(await statusOf(second, asked['sessionId'], 60)).toMatchObject({ status: 'completed', answer: 'Hi.' });
  });
});

describe('a client that uses an OpenCode which it was told of', () => {
  it('is seen at work by those that were not', async () => {
    const [owner, other] = [await startInProcess(world, { OPENAI_API_KEY: 'one' }), await startInProcess(world)];
    const { url, authorization = '' } = await owner.app.connection.endpoint();
    const password = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')[1] ?? '';
    const told = await startInProcess(world, { OPENCODE_SERVER_URL: url, OPENCODE_SERVER_PASSWORD: password });
    cleanUp.push(() => Promise.all([told, owner, other].map(({ app }) => app.close())));
    // As if it had been started by hand: others do not know its password.
    vi.spyOn(other.app.connection, 'others').mockResolvedValue([]);
    world.model.script('long', { hang: true });
    const { sessionId } = (await told.peer.call('opencode_run', { prompt: '[[long]]', waitSeconds: 0 })).data;
    expect(await statusOf(other, sessionId)).toMatchObject({ status: 'running', startedBy: 'another client' });
    const busy = await other.peer.call('opencode_session_prompt', { sessionId, prompt: 'More' });
    expect(busy.data).toMatchObject({ code: 'SESSION_BUSY' });
    await told.app.close();
    await owner.app.close();
    expect(await statusOf(other, sessionId)).toMatchObject({ status: 'interrupted' });
  });
});

describe('a client that was killed', () => {
  it('leaves a server that the next client uses, and ends', async () => {
    const first = await client();
    await first.peer.call('opencode_status');
    const { pid } = record();
    first.child.kill('SIGKILL');
    await first.exited;
    const next = await startInProcess(world);
    await next.peer.call('opencode_status');
    expect(record()).toMatchObject({ pid, leases: [{ pid: process.pid }] });
    await next.app.close();
    expect(isAlive(pid)).toBe(false);
  });
});
