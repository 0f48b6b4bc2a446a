import { describe, expect, it } from 'vitest';
import { listAll } from '../../src/runtime/connect/session/list-all.ts';
import type { ManagerOptions } from '../../src/runtime/manager.ts';
import type { Resolution } from '../../src/runtime/types.ts';
import { call, connectionTo, manage, only, ours, sessionWith, statesOf } from './support/managed.ts';
import { started, to } from './support/remote.ts';

/** A clock that advances only while a caller waits. */
function clock(): Pick<ManagerOptions, 'now' | 'wait' | 'random'> & { waits: number[]; pass: (ms: number) => void } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    pass: (ms) => void (time += ms),
    now: () => new Date(time),
    random: () => 1,
    wait: async (ms) => {
      waits.push(ms);
      time += ms;
    },
  };
}

describe('states', () => {
  it('go from idle to ready to closed', async () => {
    const connection = connectionTo(ours('polite'));
    const states = statesOf(connection);
    expect(connection.state).toEqual({ name: 'idle' });
    await connection.connect();
    await connection.close();
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'ready', 'closed']);
    await expect(connection.ready()).rejects.toThrow('closed');
    expect(connection.state).toEqual({ name: 'closed' });
  });

  it('are reported to listeners until they unsubscribe', async () => {
    const manager = manage([ours('polite')]);
    const heard: string[] = [];
    const forget = manager.onChange(({ name, state }) => heard.push(`${name} ${state.name}`));
    await manager.connectAll();
    forget();
    await manager.close();
    expect(heard).toEqual(['polite connecting', 'polite ready']);
  });

  it('are shared by all who wait', async () => {
    const connection = connectionTo(ours('polite'));
    const states = statesOf(connection);
    const stop = new AbortController();
    const impatient = connection.ready(stop.signal);
    const patient = [connection.ready(), connection.ready(), connection.connect()];
    stop.abort();
    await expect(impatient).rejects.toMatchObject({ name: 'AbortError' });
    const [first, second] = await Promise.all(patient);
    expect(first).toBe(second);
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'ready']);
  });

  it('return to idle when a session is closed', async () => {
    const connection = connectionTo(ours('polite'));
    await (await connection.ready()).close();
    expect(connection.state).toEqual({ name: 'idle' });
    await expect(call(await connection.ready(), 'echo')).resolves.toBe('{}');
  });
});

describe('permission', () => {
  it('comes before everything else', async () => {
    const resolve = async (): Promise<Resolution> => {
      throw new Error('It was resolved.');
    };
    let permission: 'pending' | 'denied' = 'pending';
    const connection = connectionTo(ours('polite'), { resolve, permission: async () => permission });
    await expect(connection.connect()).rejects.toMatchObject({ failure: { kind: 'denied' } });
    expect(connection.state).toMatchObject({ name: 'needs-approval', fingerprint: expect.stringMatching(/^\w{64}$/) });
    permission = 'denied';
    await expect(connection.ready()).rejects.toMatchObject({ failure: { message: 'You have denied this server.' } });
    expect(connection.state).toMatchObject({ name: 'failed', failure: { kind: 'denied' } });
  });

  it('that was given since is noticed at the next use', async () => {
    const answers = ['pending', 'approved'] as const;
    let asked = 0;
    const connection = connectionTo(ours('polite'), { permission: async () => answers[asked++] ?? 'denied' });
    await expect(connection.ready()).rejects.toThrow('needs approval');
    await expect(connection.ready()).resolves.toBeDefined();
  });

  it('that cannot be found out is not given', async () => {
    const permission = async (): Promise<never> => {
      throw new Error('The decisions cannot be read.');
    };
    const failure = { kind: 'denied', message: 'The decisions cannot be read.' };
    await expect(connectionTo(ours('polite'), { permission }).connect()).rejects.toMatchObject({ failure });
  });
});

describe('values', () => {
  it('that are missing are named as the likely reason, and once in the log', async () => {
    const manager = manage([ours('dies at start', { env: { TOKEN: '!exit 1' }, retries: 2 })]);
    const error: { failure: { tip: string; leftOut: string } } = await only(manager)
      .connect()
      .catch((reason) => reason);
    expect(error.failure.tip).toMatch(/^It was started without env\.TOKEN: /);
    expect(error.failure.leftOut).toBe('env.TOKEN');
    const told = {
      level: 'error',
      server: 'dies at start',
      code: 'value-left-out',
      message: expect.stringMatching(/^env\.TOKEN is left out: /),
    };
    expect(manager.log.filter(({ level }) => level === 'error')).toEqual([expect.objectContaining(told)]);
  });

  it('that cannot be done without keep it from being started', async () => {
    const connection = connectionTo(ours('x', { command: '${NO_SUCH_VARIABLE}' }));
    await expect(connection.connect()).rejects.toMatchObject({ failure: { kind: 'values' } });
  });
});

describe('retries', () => {
  const dying = ours('dies at start', { retries: 3 });

  it('wait longer every time and end', async () => {
    const time = clock();
    const connection = connectionTo(dying, time);
    const states = statesOf(connection);
    await expect(connection.connect()).rejects.toMatchObject({ failure: { exitCode: 3 } });
    expect(time.waits).toEqual([500, 1000, 2000]);
    expect(states.map(({ name }) => name)).toEqual([
      'connecting',
      'backoff',
      'connecting',
      'backoff',
      'connecting',
      'backoff',
      'connecting',
      'failed',
    ]);
    expect(states[3]).toMatchObject({ attempt: 2, until: new Date(1500), failure: { kind: 'exited' } });
  });

  it('leave half of the time to chance', async () => {
    const time = clock();
    await connectionTo(dying, { ...time, random: () => 0 })
      .connect()
      .catch(() => {});
    expect(time.waits).toEqual([250, 500, 1000]);
  });

  it('are not made when they cannot help', async () => {
    const time = clock();
    await connectionTo(ours('x', { command: 'no-such-program' }), time)
      .connect()
      .catch(() => {});
    await connectionTo(ours('refuses'), time)
      .connect()
      .catch(() => {});
    expect(time.waits).toEqual([]);
  });

  it('are made at once on an explicit request', async () => {
    const connection = connectionTo(ours('dies at start', { retries: 1 }), {
      wait: (_, signal) => new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    });
    const states = statesOf(connection);
    const first = connection.ready().catch(() => {});
    await new Promise<void>((done) => connection.onChange(({ name }) => name === 'backoff' && done()));
    await expect(connection.connect()).rejects.toThrow('exited with code 3');
    await first;
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'backoff', 'connecting', 'failed']);
  });

  it('end when the last caller leaves', async () => {
    const connection = connectionTo(dying, {
      wait: (_, signal) => new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    });
    const stop = new AbortController();
    connection.onChange(({ name }) => name === 'backoff' && stop.abort());
    await expect(connection.ready(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(connection.state).toEqual({ name: 'idle' });
  });
});

describe('the time limit', () => {
  const names = (states: readonly { name: string }[]): string[] => states.map(({ name }) => name);

  it('bounds all attempts together, so a server that hangs is tried once', async () => {
    const connection = connectionTo(ours('silent', { timeout: 1, retries: 3 }));
    const states = statesOf(connection);
    await expect(connection.connect()).rejects.toThrow('The server did not answer within 1 s.');
    expect(names(states)).toEqual(['connecting', 'failed']);
  });

  it('leaves no room for a retry that would begin after it', async () => {
    const gone = await started(() => {});
    await gone.close();
    const connection = to(gone.url, { timeout: 0.5, retries: 3 }, clock());
    const states = statesOf(connection);
    await expect(connection.connect()).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    expect(names(states)).toEqual(['connecting', 'failed']);
  });

  it('of a retry that is cut off lets the attempt before it be the reason', async () => {
    let asked = 0;
    const { url } = await started((_, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503).end();
    });
    const connection = to(url, { timeout: 2, retries: 3 });
    const states = statesOf(connection);
    await expect(connection.connect()).rejects.toMatchObject({ failure: { status: 503 } });
    expect(names(states)).toEqual(['connecting', 'backoff', 'connecting', 'failed']);
  });

  it('holds for a list as a whole, however many pages it has', async () => {
    // The limit is not that of the server, within which its process must start too.
    const session = await sessionWith('slow pages');
    const send = session.request.bind(session);
    await expect(listAll('tools', session.info.capabilities, send, { timeoutMs: 500 })).rejects.toMatchObject({
      failure: { kind: 'timeout' },
    });
  });

  it('is not renewed by progress that was not asked for', async () => {
    const session = await sessionWith('progress for ever');
    await expect(session.request('tools/list', {}, { timeoutMs: 500 })).rejects.toMatchObject({
      failure: { kind: 'timeout' },
    });
  });
});

describe('a server that fails again and again', () => {
  it('is not retried for a while, except on an explicit request', async () => {
    const time = clock();
    let started = 0;
    const permission = async (): Promise<'approved'> => {
      started += 1;
      return 'approved';
    };
    const connection = connectionTo(ours('dies at start', { retries: 4 }), { ...time, permission });
    await expect(connection.ready()).rejects.toThrow('exited with code 3');
    expect(started).toBe(5);
    await expect(connection.ready()).rejects.toMatchObject({
      failure: { exitCode: 3, tip: 'It failed several times in a row and is not retried for a minute.' },
    });
    expect(started).toBe(5);
    await expect(connection.connect()).rejects.toThrow('exited with code 3');
    expect(started).toBe(10);
    time.pass(60_000);
    await expect(connection.ready()).rejects.toThrow('exited with code 3');
    expect(started).toBe(11);
  });

  it('also when it dies right after it was ready', async () => {
    const time = clock();
    const connection = connectionTo(ours('polite'), time);
    const crash = async (): Promise<string> => call(await connection.ready(), 'crash');
    for (let count = 0; count < 5; count += 1) await expect(crash()).rejects.toThrow('exited with code 7');
    await expect(crash()).rejects.toMatchObject({ failure: { tip: expect.stringContaining('not retried') } });
    await connection.connect();
    time.pass(10_000);
    await expect(crash()).rejects.toThrow('exited with code 7');
    await expect(connection.ready()).resolves.toBeDefined();
  });
});
