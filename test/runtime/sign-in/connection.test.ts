import { describe, expect, it } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import type { Connection } from '../../../src/runtime/connection.ts';
import { createSignIn } from '../../../src/runtime/sign-in/create-sign-in.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';
import { sseOnly } from '../servers/http.mjs';
import { call, manage, only, ours, statesOf, type Managed } from '../support/managed.ts';
import { until } from '../support/processes.ts';
import { startProtected } from './support/protected-server.ts';
import { person, setStage, type Stage } from './support/stage.ts';

const HOUR = 3600;

function managed({ signIn }: Stage, ...servers: ServerToRun[]): Managed {
  const env = { PATH: process.env['PATH'] };
  return manage(servers, {
    env,
    resolve: async (toRun, signal) => resolveServer(toRun, { env, signal, token: signIn.token }),
    access: signIn.access,
  });
}

function connectionOf(stage: Stage, toRun: ServerToRun = stage.toRun): Connection {
  return only(managed(stage, toRun));
}

async function signedIn(): Promise<Stage> {
  const stage = await setStage();
  await stage.signIn.start(stage.toRun, person());
  return stage;
}

/** Signs in as in another window. */
async function signInElsewhere(stage: Stage): Promise<void> {
  const other = createSignIn({
    store: stage.store,
    values: { env: {} },
    authorizationServers: [stage.provider.issuer],
  });
  await other.start({ ...stage.toRun }, person());
}

const exchanges = ({ provider }: Stage): number => provider.asked.filter((one) => one === 'POST /token').length;

describe('a server that rejects every token', () => {
  it('wants a sign-in when it is connected to, and works after it', async () => {
    const stage = await setStage();
    const connection = connectionOf(stage);
    await expect(connection.connect()).rejects.toMatchObject({ failure: { kind: 'unauthorized', status: 401 } });
    expect(connection.state).toMatchObject({ name: 'needs-sign-in' });
    const asked = stage.server.tokens.length;
    await expect(connection.ready()).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(stage.server.tokens).toHaveLength(asked);
    await signInElsewhere(stage);
    await expect(call(await connection.ready(), 'echo', { a: 1 })).resolves.toBe('{"a":1}');
  });

  it('wants a sign-in when something is called, and works after it', async () => {
    const stage = await setStage();
    stage.server.protects = 'calls';
    const connection = connectionOf(stage);
    await expect(call(await connection.ready(), 'echo')).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
    await until(() => connection.state.name === 'needs-sign-in', 'the refusal');
    expect(stage.signIn.access(stage.toRun).challenge).toMatchObject({ status: 401 });
    await stage.signIn.start(stage.toRun, person());
    await expect(call(await connection.ready(), 'echo')).resolves.toBe('{}');
    expect(connection.state.name).toBe('ready');
  });
});

describe('a connection', () => {
  it('goes on with another token when the first runs out', async () => {
    const stage = await signedIn();
    const connection = connectionOf(stage);
    const session = await connection.ready();
    const states = statesOf(connection);
    await call(session, 'echo');
    const first = stage.server.tokens.at(-1);
    stage.wait(HOUR);
    await call(session, 'echo');
    expect(stage.server.tokens.at(-1)).not.toBe(first);
    expect([states, exchanges(stage)]).toEqual([[], 2]);
  });

  it('goes on with another token when the server has had enough of the first', async () => {
    const stage = await signedIn();
    const connection = connectionOf(stage);
    const session = await connection.ready();
    const states = statesOf(connection);
    const token = await stage.provider.find(stage.server.tokens.at(-1) ?? '');
    await token?.destroy();
    const answers = await Promise.all([call(session, 'echo', { a: 1 }), call(session, 'echo', { b: 2 })]);
    expect(answers).toEqual(['{"a":1}', '{"b":2}']);
    expect([states, exchanges(stage)]).toEqual([[], 2]);
  });

  it('is over when the sign-in is, and says why', async () => {
    const stage = await signedIn();
    const connection = connectionOf(stage);
    const session = await connection.ready();
    await stage.provider.revokeAll(stage.server.tokens.at(-1) ?? '');
    const message = 'Your sign-in has ended: it was revoked or has expired';
    await expect(call(session, 'echo')).rejects.toMatchObject({ failure: { kind: 'unauthorized', message } });
    await until(() => connection.state.name === 'needs-sign-in', 'the refusal');
    expect(connection.state).toMatchObject({ reason: message });
    await expect(connection.connect()).rejects.toMatchObject({ failure: { message } });
    await signInElsewhere(stage);
    await expect(call(await connection.ready(), 'echo')).resolves.toBe('{}');
  });

  it('tells a provider that is out of order from a sign-in that is over', async () => {
    const stage = await signedIn();
    stage.provider.intercept = (_, response) => Boolean(response.writeHead(503).end());
    stage.wait(HOUR);
    const connection = connectionOf(stage);
    await expect(connection.connect()).rejects.toMatchObject({
      failure: { kind: 'unreachable', message: expect.stringMatching(/^The sign-in could not be refreshed\..*503$/) },
    });
    expect(connection.state.name).toBe('failed');
    stage.provider.intercept = () => false;
    await expect(call(await connection.ready(), 'echo')).resolves.toBe('{}');
  });
});

it('a server of the oldest transport is signed in to like others', async () => {
  const stage = await setStage();
  const server = await startProtected(stage.provider, sseOnly());
  const toRun: ServerToRun = { name: 'old', server: { url: server.url, transport: 'sse', retries: 0 } };
  const connection = connectionOf(stage, toRun);
  await expect(connection.connect()).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
  await stage.signIn.start(toRun, person());
  const session = await connection.ready();
  await expect(call(session, 'echo', { a: 1 })).resolves.toBe('{"a":1}');
  const first = server.tokens.at(-1);
  stage.wait(HOUR);
  await expect(call(session, 'echo', { b: 2 })).resolves.toBe('{"b":2}');
  expect(server.tokens.at(-1)).not.toBe(first);
});

describe('a tool that needs more rights', () => {
  const more = { kind: 'unauthorized', message: 'The server requires more scopes: mcp:write' };

  it('is refused alone, and works when they are given', async () => {
    const stage = await signedIn();
    const connection = connectionOf(stage);
    const session = await connection.ready();
    stage.server.needs = 'mcp:write';
    const other = session.request('ping');
    await expect(call(session, 'echo')).rejects.toMatchObject({ failure: more });
    await expect(other).resolves.toEqual({});
    expect(connection.state.name).toBe('ready');
    expect(await stage.signIn.status(stage.toRun)).toMatchObject({ scope: 'mcp', wantedScope: 'mcp mcp:write' });
    await signInElsewhere(stage);
    expect(await stage.signIn.status(stage.toRun)).toMatchObject({ scope: 'mcp mcp:write' });
    await expect(call(session, 'echo')).resolves.toBe('{}');
  });

  it('does not ask again for what was not given', async () => {
    const stage = await signedIn();
    const session = await connectionOf(stage).ready();
    stage.server.needs = 'mcp:write';
    stage.provider.withheld.add('mcp:write');
    await expect(call(session, 'echo')).rejects.toMatchObject({ failure: more });
    await stage.signIn.start(stage.toRun, person());
    await expect(call(session, 'echo')).rejects.toMatchObject({ failure: { kind: 'http-status', status: 403 } });
    await expect(session.request('ping')).resolves.toEqual({});
  });
});

describe('a token', () => {
  const to = (server: Server): ServerToRun => ({ name: 'other', server });

  it('that the definition gives is used, and no other', async () => {
    const stage = await signedIn();
    const headers = { authorization: 'Bearer of-its-own' };
    await expect(connectionOf(stage, to({ url: stage.server.url, headers })).connect()).rejects.toMatchObject({
      failure: { kind: 'unauthorized' },
    });
    expect(new Set(stage.server.tokens)).toEqual(new Set([undefined, 'of-its-own']));
  });

  it('is not sent to a server that only names the sign-in to another', async () => {
    const stage = await setStage({ auth: { type: 'oauth', credentialId: 'mine' } });
    await stage.signIn.start(stage.toRun, person());
    const thief = await setStage();
    const other = to({ url: thief.server.url, auth: { type: 'oauth', credentialId: 'mine' } });
    await expect(connectionOf(stage, other).connect()).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(new Set(thief.server.tokens)).toEqual(new Set([undefined]));
    await expect(stage.signIn.start(other, person())).rejects.toMatchObject({ problem: 'settings' });
  });

  it('is reported where a remote server names one that is not there', async () => {
    const { server, signIn } = await setStage();
    const reasons = async (auth: NonNullable<Server['auth']>): Promise<string[]> => {
      const { problems } = await resolveServer(to({ url: server.url, auth }), { env: {}, token: signIn.token });
      return problems.map(({ reason }) => reason);
    };
    expect(await reasons({ type: 'oauth', credentialId: 'no' })).toEqual(['not signed in']);
    expect(await reasons({ type: 'oauth' })).toEqual([]);
  });

  it('is given to a program that names the sign-in', async () => {
    const stage = await setStage({ auth: { type: 'oauth', credentialId: 'mine' } });
    await stage.signIn.start(stage.toRun, person());
    const token = await stage.signIn.token(stage.toRun);
    const resolve = async (auth: NonNullable<Server['auth']>): Promise<unknown> => {
      const { server, problems } = await resolveServer(ours('good', { auth }), { env: {}, token: stage.signIn.token });
      return [server.env, problems.map(({ reason }) => reason)];
    };
    expect(await resolve({ type: 'oauth', credentialId: 'mine' })).toEqual([{ OAUTH_ACCESS_TOKEN: token }, []]);
    expect(await resolve({ type: 'oauth', credentialId: 'no' })).toEqual([{}, ['not signed in']]);
  });
});
