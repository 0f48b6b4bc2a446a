import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createSignIn } from '../../../src/runtime/sign-in/create-sign-in.ts';
import { until } from '../support/processes.ts';
import { person, setStage, type Stage, type StageOptions } from './support/stage.ts';
import { startTokenProcess } from './support/start-token-process.ts';

const HOUR = 3600;

async function signedIn(options?: StageOptions): Promise<Stage & { readonly first: string }> {
  const stage = await setStage(options);
  await stage.signIn.start(stage.toRun, person());
  return { ...stage, first: (await stage.signIn.token(stage.toRun)) ?? '' };
}

const exchanges = ({ provider }: Stage): number => provider.asked.filter((one) => one === 'POST /token').length;

interface Kept {
  readonly tokens?: { readonly refresh: string; readonly access: string };
  readonly client: { readonly id: string };
}

async function kept({ store }: Stage): Promise<Kept> {
  const { values } = await store.list();
  return values[0] as Kept;
}

describe('a token', () => {
  it('is used until a minute before it runs out', async () => {
    const stage = await signedIn();
    stage.wait(HOUR - 70);
    expect(await stage.signIn.token(stage.toRun)).toBe(stage.first);
    stage.wait(15);
    const second = await stage.signIn.token(stage.toRun);
    expect(second).not.toBe(stage.first);
    expect(await stage.provider.find(second ?? '')).toMatchObject({ aud: stage.server.url, scope: 'mcp' });
    expect(exchanges(stage)).toBe(2);
  });

  it('is renewed a little earlier by chance, so that not all do it at once', async () => {
    const stage = await signedIn({ random: () => 1 });
    stage.wait(HOUR - 70);
    expect(await stage.signIn.token(stage.toRun)).not.toBe(stage.first);
  });

  it('is renewed again and again, each time with the newest of the refresh tokens', async () => {
    const stage = await signedIn();
    const refreshTokens = new Set([(await kept(stage)).tokens?.refresh]);
    for (let count = 0; count < 3; count += 1) {
      stage.wait(HOUR);
      const token = (await stage.signIn.token(stage.toRun)) ?? '';
      expect(await stage.provider.find(token)).toBeDefined();
      refreshTokens.add((await kept(stage)).tokens?.refresh);
    }
    expect(refreshTokens.size).toBe(4);
  });

  it('is renewed once for many who want it', async () => {
    const stage = await signedIn();
    stage.wait(HOUR);
    const other = { name: 'twin', server: { url: stage.server.url } };
    const wanted = [stage.toRun, other, stage.toRun, other, stage.toRun];
    const tokens = await Promise.all(wanted.map(async (toRun) => stage.signIn.token(toRun)));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(stage.first);
    expect(exchanges(stage)).toBe(2);
  });

  it('that another process has refreshed is reused', async () => {
    const stage = await signedIn();
    const other = createSignIn({ store: stage.store, values: { env: {} }, now: () => Date.now() + HOUR * 1000 });
    const renewed = await other.token(stage.toRun);
    stage.wait(HOUR);
    expect(await stage.signIn.token(stage.toRun)).toBe(renewed);
    expect(exchanges(stage)).toBe(2);
  });

  it('that cannot be renewed early is used for as long as it lasts', async () => {
    const stage = await signedIn();
    stage.provider.intercept = (_, response) => Boolean(response.writeHead(503).end('<h1>busy</h1>'));
    stage.wait(HOUR - 30);
    expect(await stage.signIn.token(stage.toRun)).toBe(stage.first);
    stage.wait(60);
    await expect(stage.signIn.token(stage.toRun)).rejects.toMatchObject({
      message: 'OAuth authentication failed: the authorization server answered with 503',
    });
    stage.provider.intercept = () => false;
    expect(await stage.signIn.token(stage.toRun)).toBeTypeOf('string');
  });
});

describe('a sign-in', () => {
  it('that was revoked has ended, and stays so until the next sign-in', async () => {
    const stage = await signedIn();
    const { tokens, client } = await kept(stage);
    await stage.provider.revokeAll(tokens?.refresh ?? '');
    stage.wait(HOUR);
    const message = 'Your sign-in has ended: it was revoked or has expired';
    await expect(stage.signIn.token(stage.toRun)).rejects.toMatchObject({ name: 'SignInEnded', message });
    await expect(stage.signIn.token(stage.toRun)).rejects.toMatchObject({ message });
    expect(exchanges(stage)).toBe(2);
    expect(await stage.signIn.status(stage.toRun)).toMatchObject({
      state: 'ended',
      reason: 'it was revoked or has expired',
    });
    expect(await kept(stage)).toMatchObject({ client: { id: client.id } });
    expect(JSON.stringify(await kept(stage))).not.toContain(tokens?.access);
    await stage.signIn.start(stage.toRun, person());
    expect(await stage.signIn.token(stage.toRun)).toBeTypeOf('string');
  });

  it('of a program that the provider has forgotten is over, and the next one is another program', async () => {
    const stage = await signedIn();
    const { client } = await kept(stage);
    stage.provider.intercept = ({ url }, response) =>
      url === '/token' && Boolean(response.writeHead(401).end('{"error":"invalid_client"}'));
    stage.wait(HOUR);
    await expect(stage.signIn.token(stage.toRun)).rejects.toMatchObject({
      message: 'Your sign-in has ended: the authorization server no longer knows this client',
    });
    stage.provider.intercept = () => false;
    await stage.signIn.start(stage.toRun, person());
    expect((await kept(stage)).client.id).not.toBe(client.id);
  });

  it('whose refresh token was stolen and used is over', async () => {
    const stage = await signedIn();
    const { tokens, client } = await kept(stage);
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens?.refresh ?? '',
      client_id: client.id,
    });
    expect((await fetch(`${stage.provider.issuer}/token`, { method: 'POST', body })).status).toBe(200);
    stage.wait(HOUR);
    await expect(stage.signIn.token(stage.toRun)).rejects.toMatchObject({ name: 'SignInEnded' });
  });

  it('that is ended here is ended there', async () => {
    const stage = await signedIn();
    const { tokens } = await kept(stage);
    await expect(stage.signIn.end(stage.toRun)).resolves.toMatchObject({ isRevoked: true });
    expect(await stage.provider.find(stage.first)).toBeUndefined();
    expect(await stage.provider.findRefresh(tokens?.refresh ?? '')).toBeUndefined();
    expect(await stage.signIn.status(stage.toRun)).toEqual({ state: 'none' });
    await expect(stage.signIn.end(stage.toRun)).resolves.toBeUndefined();
  });

  it('is forgotten here even when that cannot be told there', async () => {
    const stage = await signedIn();
    stage.provider.intercept = (_, response) => Boolean(response.writeHead(500).end());
    await expect(stage.signIn.end(stage.toRun)).resolves.toMatchObject({
      isRevoked: false,
      why: 'OAuth authentication failed: the authorization server answered with 500',
    });
    expect((await stage.store.list()).values).toEqual([]);
  });
});

describe('several processes', () => {
  it('renew one token at a time: none of them uses a refresh token twice', async () => {
    const stage = await signedIn();
    const task = { url: stage.server.url, seconds: HOUR };
    const processes = await Promise.all([1, 2, 3, 4].map(async () => startTokenProcess(stage.box.host, task)));
    for (const { go } of processes) go();
    const results = await Promise.all(processes.map(async ({ result }) => result));
    const { tokens } = await kept(stage);
    const hash = createHash('sha256')
      .update(tokens?.access ?? '')
      .digest('hex');
    expect(results).toEqual([hash, hash, hash, hash]);
    expect(exchanges(stage)).toBe(2);
    expect(await stage.provider.find(tokens?.access ?? '')).toBeDefined();
  });

  it('do not wait for one that was killed while it renewed', async () => {
    const stage = await signedIn();
    const task = { url: stage.server.url, seconds: HOUR };
    const doomed = await startTokenProcess(stage.box.host, task);
    // Kept waiting, so that it holds what the others wait for.
    stage.provider.intercept = ({ url }) => url === '/token';
    doomed.go();
    await until(() => exchanges(stage) === 2, 'the request');
    stage.provider.intercept = () => false;
    const ended = once(doomed.process, 'exit');
    doomed.process.kill('SIGKILL');
    await ended;
    stage.wait(HOUR);
    const token = (await stage.signIn.token(stage.toRun)) ?? '';
    expect(await stage.provider.find(token)).toBeDefined();
  });
});
