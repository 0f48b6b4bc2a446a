import { rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionError } from '../../../src/runtime/connect/errors.ts';
import type { Failure } from '../../../src/runtime/types.ts';
import { call, connectionTo, manage, only, ours, serverFile, sessionWith, statesOf } from '../support/managed.ts';

/** Why connecting fails. */
async function failureOf(...server: Parameters<typeof ours>): Promise<Failure> {
  const error: unknown = await connectionTo(ours(...server))
    .connect()
    .catch((reason: unknown) => reason);
  if (!(error instanceof ConnectionError)) throw new Error('It connected.', { cause: error });
  return error.failure;
}

describe('a server that behaves', () => {
  it('says who it is', async () => {
    const { info } = await sessionWith('polite');
    expect(info).toEqual({
      name: 'of-ours',
      version: '1.2.3',
      protocol: '2025-11-25',
      era: 'legacy',
      instructions: 'Be kind.',
      capabilities: { tools: { listChanged: true } },
    });
  });

  it('gets its declared environment and nothing else of ours', async () => {
    process.env['NOT_FOR_SERVERS'] = 'mine';
    const env = JSON.parse(await call(await sessionWith('polite', { env: { FOR_IT: 'yes' } }), 'env'));
    expect(env).toMatchObject({ FOR_IT: 'yes', PATH: process.env['PATH'] });
    expect(env).not.toHaveProperty('NOT_FOR_SERVERS');
  });

  it('is given arguments as they are, whatever a shell would make of them', async () => {
    const args = ['$HOME', '`id`', '; echo', '"quoted"', "it's", '*', ''];
    const script = 'process.stderr.write(JSON.stringify(process.argv.slice(1))); process.exit(1)';
    const { stderr } = await failureOf('x', { args: ['-e', script, '--', ...args], retries: 0 });
    expect(JSON.parse(stderr?.[0] ?? '')).toEqual(args);
  });

  it('has its results handed on unchanged', async () => {
    const session = await sessionWith('polite');
    await expect(session.request('tools/call', { name: 'strange' })).resolves.toEqual({
      content: [{ type: 'hologram', beams: 3 }],
      'x-unknown': { deep: [1, { a: null }] },
    });
  });

  it('has its errors handed on with code and data', async () => {
    const session = await sessionWith('polite');
    await expect(session.request('tools/call', { name: 'refuse' })).rejects.toMatchObject({
      name: 'AnswerError',
      code: -32055,
      message: 'Not with undefined',
      data: { why: ['because'] },
    });
  });

  it('is heard when it tells of progress and of changes', async () => {
    const session = await sessionWith('polite');
    const progress: unknown[] = [];
    const params = { name: 'progress', arguments: { steps: 2 } };
    await session.request('tools/call', params, { onProgress: (step) => progress.push(step) });
    expect(progress).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
    const heard: string[] = [];
    const forget = session.onNotification((method) => heard.push(method));
    await call(session, 'change');
    forget();
    await call(session, 'change');
    expect(heard).toEqual(['notifications/tools/list_changed']);
  });

  it('is notified when the caller no longer waits', async () => {
    const session = await sessionWith('polite');
    const told = new Promise((done) => session.onNotification((_, params) => done(params)));
    const stop = new AbortController();
    const answer = session.request('tools/call', { name: 'forget' }, { signal: stop.signal });
    stop.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await expect(told).resolves.toEqual({ level: 'info', data: { cancelled: 1_000_000 } });
    await expect(call(session, 'echo', { still: 'there' })).resolves.toBe('{"still":"there"}');
  });

  it('may be given all the time there is', async () => {
    const session = await sessionWith('polite', { timeout: 1e12 });
    await expect(session.request('ping', {}, { timeoutMs: Infinity })).resolves.toEqual({});
  });

  it('lists everything there is on all pages', async () => {
    const session = await sessionWith('paged');
    const tools = await session.listAll('tools');
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    await expect(session.listAll('prompts')).resolves.toEqual([]);
  });
});

describe('a server that cannot be started', () => {
  it('is not found', async () => {
    await expect(failureOf('x', { command: 'no-such-program' })).resolves.toEqual({
      kind: 'not-found',
      message: 'The program "no-such-program" was not found.',
      tip: 'Install no-such-program, or use its full path as "command".',
    });
    await expect(failureOf('x', { command: '/no/such/program' })).resolves.toMatchObject({
      message: '/no/such/program does not exist.',
    });
  });

  it('has a working directory that is not there', async () => {
    await expect(failureOf('x', { cwd: '/no/such/place' })).resolves.toMatchObject({
      kind: 'not-found',
      message: 'The working directory /no/such/place does not exist.',
    });
  });

  it.skipIf(process.platform === 'win32')('may not be executed', async () => {
    const command = join(homedir(), 'no-program');
    writeFileSync(command, '', { mode: 0o600 });
    onTestFinished(() => rmSync(command));
    await expect(failureOf('x', { command })).resolves.toMatchObject({
      kind: 'not-found',
      message: `${command} is not executable.`,
    });
  });

  it('ends at once, and its last words are kept without colors and secrets', async () => {
    const more = { env: { TOKEN: 'canary-8f7d6a5b4c3e' }, retries: 0 };
    await expect(failureOf('dies at start', more)).resolves.toEqual({
      kind: 'exited',
      message: 'The server exited with code 3.',
      exitCode: 3,
      stderr: ['cannot start with ••••••••', 'a second line'],
    });
  });

  it('is refused by itself, in every era', async () => {
    await expect(failureOf('refuses')).resolves.toEqual({
      kind: 'protocol',
      message: 'The server rejected the handshake: No license (-32603)',
    });
  });
});

describe('a server that misbehaves', () => {
  it('never answers', async () => {
    await expect(failureOf('silent', { timeout: 0.3, retries: 0 })).resolves.toMatchObject({
      kind: 'timeout',
      message: 'The server did not answer within 0.3 s.',
    });
  });

  it('dies in the middle of a call', async () => {
    const connection = connectionTo(ours('polite'));
    const states = statesOf(connection);
    const failure = { kind: 'exited', message: 'The server exited with code 7.', exitCode: 7 };
    await expect(call(await connection.ready(), 'crash')).rejects.toMatchObject({ name: 'ConnectionError', failure });
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'ready', 'failed']);
    expect(connection.state).toEqual({ name: 'failed', failure });
    await expect(call(await connection.ready(), 'echo')).resolves.toBe('{}');
  });

  it.skipIf(process.platform === 'win32')('is killed in the middle of a call', async () => {
    await expect(call(await sessionWith('polite'), 'crash by signal')).rejects.toMatchObject({
      failure: { kind: 'exited', message: 'The server was killed by SIGKILL.', signal: 'SIGKILL' },
    });
  });

  it('prints text that is not a message', async () => {
    const manager = manage([ours('garbage')]);
    const session = await only(manager).ready();
    await expect(session.listAll('tools')).resolves.toHaveLength(1);
    expect(manager.log.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'warning: The server wrote a line that is not a message: Welcome!',
      'warning: The server wrote a line that is not a message: {"half":',
      'warning: The server wrote a line that is not a message: [1,2]',
      'warning: The server wrote a line that is not a message: 42',
      'warning: The server keeps writing lines that are not messages.',
    ]);
  });

  it('writes one line of 100 MB', async () => {
    const session = await sessionWith('polite');
    const before = process.memoryUsage().rss;
    await expect(call(session, 'long line')).rejects.toMatchObject({
      failure: { kind: 'protocol', message: 'The server sent a message of more than 16 MB.' },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
    await expect(session.closed).resolves.toMatchObject({ kind: 'protocol' });
  });

  it('answers with other ids, or with no result', async () => {
    const options = { timeoutMs: 200 };
    const session = await sessionWith('wrong ids');
    const answer = session.request('tools/call', { name: 'echo' }, options);
    await expect(answer).rejects.toMatchObject({ failure: { kind: 'timeout' } });
    const other = (await sessionWith('polite')).request('tools/call', { name: 'no result' });
    await expect(other).rejects.toMatchObject({ failure: { kind: 'protocol' } });
  });

  it('takes long to list its tools', async () => {
    const session = await sessionWith('slow list');
    const impatient = session.request('tools/list', undefined, { timeoutMs: 50 });
    await expect(impatient).rejects.toMatchObject({ failure: { kind: 'timeout' } });
    await expect(session.listAll('tools')).resolves.toHaveLength(1);
  });

  it('has a list without an end', async () => {
    await expect((await sessionWith('endless list')).listAll('tools')).rejects.toMatchObject({
      failure: { kind: 'protocol', message: 'The list of tools does not end: 100 in 100 pages so far.' },
    });
  });

  it('lists in circles', async () => {
    const tools = await (await sessionWith('circular list')).listAll('tools');
    expect(tools.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('announces lists that it does not have', async () => {
    const session = await sessionWith('no lists');
    await expect(session.listAll('resources')).resolves.toEqual([]);
    await expect(session.listAll('resourceTemplates')).resolves.toEqual([]);
  });

  it('closes its output and stays', async () => {
    await expect(failureOf('closes output', { retries: 0 })).resolves.toMatchObject({
      kind: 'protocol',
      message: 'The server closed its output but is still running.',
    });
  });

  it.skipIf(process.platform === 'win32')('closes its input and stays', async () => {
    const deaf = connectionTo(ours('x', { command: '/bin/sh', args: [serverFile('tiny.sh'), 'deaf'], retries: 0 }));
    const answer = deaf.ready().then((session) => session.request('ping'));
    await expect(answer).rejects.toMatchObject({
      failure: { kind: 'protocol', message: 'The server closed its input but is still running.' },
    });
  });
});
