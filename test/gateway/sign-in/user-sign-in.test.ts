import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openGateway } from '../../../src/cli/gateway/open-gateway.ts';
import { countSignIns, removeSignIns, userCredentials } from '../../../src/cli/gateway/sign-ins/user-credentials.ts';
import { tokenAccount } from '../../../src/gateway/auth/named-tokens.ts';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import type { GatewayState } from '../../../src/gateway/state/gateway-state.ts';
import { memoryState } from '../../../src/gateway/state/memory-state.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import type { NamedToken } from '../../../src/model/named-token.ts';
import { machine } from '../../cli/support/machine.ts';
import { Browser, type Visit } from '../../runtime/sign-in/support/browser.ts';
import { type IdentityProvider, startProvider } from '../../runtime/sign-in/support/identity-provider.ts';
import { type ProtectedServer, startProtected } from '../../runtime/sign-in/support/protected-server.ts';
import { box } from '../../store/support/box.ts';
import { bearer, frontWithTokens, type MemoryTokens, memoryTokens } from '../auth/support/tokens.ts';
import { ask, type Message, modern, TOKEN } from '../http/support/visitor.ts';
import { hasRedis, type RedisServer, startRedis } from '../team/support/redis.ts';

const SECRET = 'a secret of all gateways, but not of the store';
const TOOL = 'mcp_sign_in';
const OUT = 'mcp_sign_out';

interface Stage {
  readonly provider: IdentityProvider;
  readonly server: ProtectedServer;
  readonly doors: readonly HttpFront[];
  readonly tokens: MemoryTokens;
  readonly alice: string;
  readonly bob: string;
  readonly folder: ReturnType<typeof box>;
}

/** Gateways whose users sign in to one server, at a real OpenID provider. */
async function stage(states: readonly GatewayState[]): Promise<Stage> {
  const provider = await startProvider();
  const server = await startProtected(provider);
  const folder = box();
  folder.write('home/.cursor/mcp.json', JSON.stringify({ mcpServers: { guarded: { url: server.url } } }));
  const host = { ...folder.host, env: { ...folder.host.env, PLUGBOARD_AUTH_SERVERS: provider.issuer } };
  const tokens = memoryTokens();
  const [alice, bob] = [await tokens.issue('alice'), await tokens.issue('bob')];
  const doors: HttpFront[] = [];
  for (const state of states) {
    const users = userCredentials(host, state.shared, SECRET);
    const settings = { servers: { guarded: 'user' } } as const;
    const { gateway } = await openGateway(host, { state, userSignIns: { settings, ...users } });
    onTestFinished(async () => gateway.close());
    doors.push(await frontWithTokens(gateway, tokens));
  }
  return { provider, server, doors, tokens, alice, bob, folder };
}

async function call(door: HttpFront | undefined, token: string, name: string, args: object = {}): Promise<Message> {
  if (!door) throw new Error('no gateway');
  const { headers, body } = modern('tools/call', { name, arguments: args });
  return (await ask(door, { headers: { ...headers, ...bearer(token) }, body })).json;
}

const textOf = ({ result }: Message): string => result?.content?.[0]?.text ?? '';
const linkIn = (answer: Message): string => /http:\S+\/sign-in\/\S+/.exec(textOf(answer))?.[0] ?? '';
const codeIn = ({ text }: Visit): string => /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? '';

/** Opens the link, continues, and signs in as this person. */
async function follow({ provider }: Stage, link: string, person: string, browser = new Browser()): Promise<Visit> {
  provider.person = person;
  expect((await browser.visit(link)).text).toContain('Continue');
  return browser.post(link);
}

async function signIn(here: Stage, token: string, person: string, at = 0, after = at): Promise<Message> {
  const link = linkIn(await call(here.doors[at], token, TOOL, { server: 'guarded' }));
  const code = codeIn(await follow(here, link, person));
  return call(here.doors[after], token, TOOL, { server: 'guarded', code });
}

/** Whose token the last tool call carried. */
async function lastUser({ provider, server }: Stage): Promise<string | undefined> {
  return (await provider.find(server.tokens.at(-1) ?? ''))?.accountId;
}

describe('a server to which each user signs in', () => {
  test('gets the token of the user who calls, and nothing of others', async () => {
    const here = await stage([memoryState()]);
    const [door] = here.doors;
    // Nobody has signed in, so its tools are unknown; the tool to sign in is there.
    const { headers, body } = modern('tools/list');
    const listed = (await ask(door as HttpFront, { headers: { ...headers, ...bearer(here.alice) }, body })).json;
    expect(listed.result.tools.map(({ name }: Message) => name)).toEqual([TOOL, OUT]);
    expect(textOf(await signIn(here, here.alice, 'ann'))).toBe('Signed in to "guarded".');
    await expect.poll(async () => (await call(door, here.alice, 'mcp_guarded_echo')).error).toBeUndefined();
    const first = await call(door, here.alice, 'mcp_guarded_echo');
    expect([first.error, first.result?.isError ?? false, await lastUser(here)]).toEqual([undefined, false, 'ann']);
    // Bob sees the tools now, but the first call gives him a link.
    const refused = await call(door, here.bob, 'mcp_guarded_echo');
    expect(refused.result.isError).toBe(true);
    expect(linkIn(refused)).not.toBe('');
    expect(textOf(await signIn(here, here.bob, 'ben'))).toContain('Signed in');
    for (const [token, person] of [
      [here.bob, 'ben'],
      [here.alice, 'ann'],
      [here.bob, 'ben'],
    ] as const) {
      expect((await call(door, token, 'mcp_guarded_echo')).error).toBeUndefined();
      expect(await lastUser(here)).toBe(person);
    }
    // What the gateway's clients send never reaches the server.
    expect(here.server.tokens).not.toContain(here.alice);
    expect(here.server.tokens).not.toContain(here.bob);
  });

  test('a link gives its owner nothing of the person who opens it, and that person nothing at all', async () => {
    const here = await stage([memoryState()]);
    const [door] = here.doors;
    const link = linkIn(await call(door, here.alice, TOOL, { server: 'guarded' }));
    const page = await follow(here, link, 'ben');
    const code = codeIn(page);
    expect(page.text).toContain('token:alice');
    // Alice does not see the code in Ben's browser, and Bob cannot use it.
    expect((await call(door, here.bob, TOOL, { server: 'guarded', code })).result.isError).toBe(true);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await call(door, here.alice, TOOL, { server: 'guarded', code: 'AAAA-AAAA' })).result.isError).toBe(true);
    expect((await call(door, here.alice, TOOL, { server: 'guarded', code })).result.isError).toBe(true);
    expect(existsSync(here.folder.path('own/user-credentials'))).toBe(false);
  });

  test('a response is taken once, from the browser that started, with its state', async () => {
    const here = await stage([memoryState()]);
    const link = linkIn(await call(here.doors[0], here.alice, TOOL, { server: 'guarded' }));
    here.provider.person = 'ann';
    const browser = new Browser();
    const { url } = await browser.post(link, (one) => one.pathname === '/sign-in/callback');
    expect(new URL(url).searchParams.get('code')).not.toBeNull();
    // Another browser, which would be that of a victim, and then the right one too late: a state is used up.
    expect((await new Browser().visit(url)).status).toBe(400);
    expect((await browser.visit(url)).status).toBe(400);
    const forged = new URL(url);
    forged.searchParams.set('state', 'x');
    expect((await browser.visit(forged.href)).status).toBe(400);
    for (const path of ['/sign-in/unknown', '/sign-in/', '/sign-in/../mcp'])
      expect((await ask(here.doors[0] as HttpFront, { method: 'GET', path, headers: {} })).status).not.toBe(200);
  });

  test('a new token with the name of a revoked one has none of its sign-ins', async () => {
    const here = await stage([memoryState()]);
    await signIn(here, here.alice, 'ann');
    await here.tokens.remove('alice');
    const other = await here.tokens.issue('alice');
    await expect.poll(async () => (await call(here.doors[0], other, 'mcp_guarded_echo')).result?.isError).toBe(true);
  });

  test('a user who signs out has no sign-in anywhere, and others keep theirs', async () => {
    const here = await stage([memoryState()]);
    const [door] = here.doors;
    expect(textOf(await call(door, here.alice, OUT, { server: 'guarded' }))).toBe('Not signed in to "guarded".');
    await signIn(here, here.alice, 'ann');
    await signIn(here, here.bob, 'ben');
    await expect.poll(async () => (await call(door, here.alice, 'mcp_guarded_echo')).error).toBeUndefined();
    const stolen = here.server.tokens.at(-1) ?? '';
    expect(textOf(await call(door, here.alice, OUT, { server: 'guarded' }))).toMatch(/^Signed out of "guarded"\./);
    const calls = here.server.tokens.length;
    expect(linkIn(await call(door, here.alice, 'mcp_guarded_echo'))).not.toBe('');
    expect(here.server.tokens.slice(calls)).not.toContain(stolen);
    // Revoked at the authorization server too.
    expect(await here.provider.find(stolen)).toBeUndefined();
    expect((await call(door, here.bob, 'mcp_guarded_echo')).error).toBeUndefined();
    expect(await lastUser(here)).toBe('ben');
    expect(textOf(await signIn(here, here.alice, 'ann'))).toContain('Signed in');
    // The tool of the gateway is never that of a server, and only for servers with sign-ins of users.
    expect((await call(door, here.alice, OUT, { server: 'other' })).error).toBeDefined();
    expect((await call(door, TOKEN, OUT, { server: 'guarded' })).result).toMatchObject({ isError: true });
  });

  test('a program that deletes sign-ins on this machine is noticed by a gateway that runs', async () => {
    const here = await stage([memoryState()]);
    const [door] = here.doors;
    await signIn(here, here.alice, 'ann');
    await expect.poll(async () => (await call(door, here.alice, 'mcp_guarded_echo')).error).toBeUndefined();
    const [alice] = await here.tokens.list();
    const account = tokenAccount(alice as NamedToken);
    expect(await countSignIns(here.folder.host, undefined, account)).toBe(1);
    expect(await removeSignIns(here.folder.host, undefined, account)).toBe(1);
    expect(await removeSignIns(here.folder.host, undefined, account)).toBe(0);
    await expect.poll(async () => linkIn(await call(door, here.alice, 'mcp_guarded_echo'))).not.toBe('');
  });

  test('a legacy client that opens links gets the error of its protocol, and goes on after the sign-in', async () => {
    const here = await stage([memoryState()]);
    const door = here.doors[0] as HttpFront;
    await signIn(here, here.alice, 'ann');
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: { url: {} } },
      clientInfo: { name: 'test', version: '1' },
    };
    const greeting = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
    const greeted = await ask(door, { headers: bearer(here.bob), body: greeting });
    const headers = {
      ...bearer(here.bob),
      'mcp-session-id': String(greeted.headers['mcp-session-id']),
      'mcp-protocol-version': '2025-11-25',
    };
    const send = async (id: number, name: string, args: object = {}): Promise<Message> => {
      const body = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
      const { json, events } = await ask(door, { headers, body });
      return json ?? JSON.parse(events.at(-1)?.data ?? '{}');
    };
    const { error } = await send(1, 'mcp_guarded_echo');
    expect(error).toMatchObject({
      code: -32_042,
      message: 'Sign in to "guarded" to use it.',
      data: { elicitations: [{ mode: 'url', message: expect.any(String), elicitationId: expect.any(String) }] },
    });
    const [{ url, elicitationId }] = error.data.elicitations;
    expect(url).toBe(`${new URL(door.url).origin}/sign-in/${elicitationId}`);
    // Before the code is entered, it is told what to do instead of being sent to the link again.
    expect(textOf(await send(2, 'mcp_guarded_echo'))).toContain(TOOL);
    const code = codeIn(await follow(here, url, 'ben'));
    expect(textOf(await send(3, TOOL, { server: 'guarded', code }))).toBe('Signed in to "guarded".');
    const answer = await send(4, 'mcp_guarded_echo');
    expect([answer.error, answer.result?.isError ?? false, await lastUser(here)]).toEqual([undefined, false, 'ben']);
  });

  test('clients that open links are sent there in the way of their era', async () => {
    const here = await stage([memoryState()]);
    await signIn(here, here.alice, 'ann');
    const { headers, body } = modern('tools/call', { name: 'mcp_guarded_echo', arguments: {} });
    const message = body as Message;
    message.params['_meta']['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { url: {} } };
    const send = async (): Promise<Message> =>
      (await ask(here.doors[0] as HttpFront, { headers: { ...headers, ...bearer(here.bob) }, body: message })).json
        .result;
    const asked = await send();
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { signIn: { method: 'elicitation/create', params: { mode: 'url' } } },
    });
    // The client repeats its request; until the code is entered, it is told what to do.
    message.params = {
      ...message.params,
      requestState: asked.requestState,
      inputResponses: { signIn: { action: 'accept' } },
    };
    expect((await send()).content[0].text).toContain(TOOL);
    const code = codeIn(await follow(here, asked.inputRequests.signIn.params.url, 'ben'));
    expect(textOf(await call(here.doors[0], here.bob, TOOL, { server: 'guarded', code }))).toContain('Signed in');
    expect((await send()).isError ?? false).toBe(false);
    expect(await lastUser(here)).toBe('ben');
  });
});

describe.skipIf(!hasRedis)('users who sign in at two gateways (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  test('any gateway continues a sign-in, and the store holds nothing that it could read', async () => {
    const open = async (): Promise<GatewayState> => {
      const state = await openState(redis.url);
      onTestFinished(async () => state.close());
      return state;
    };
    const here = await stage([await open(), await open()]);
    // Started by a call at one, entered at the other.
    expect(textOf(await signIn(here, here.alice, 'ann', 0, 1))).toContain('Signed in');
    for (const door of here.doors) {
      await expect.poll(async () => (await call(door, here.alice, 'mcp_guarded_echo')).error).toBeUndefined();
      expect(await lastUser(here)).toBe('ann');
    }
    const token = here.server.tokens.at(-1) ?? '';
    const keys = (await redis.command('KEYS', '*')).split('\n');
    const dump: string[] = [];
    for (const key of keys) {
      const type = await redis.command('TYPE', key);
      if (type === 'hash') dump.push(await redis.command('HGETALL', key));
      if (type === 'string') dump.push(await redis.command('GET', key));
    }
    expect(keys.filter((key) => key.includes(':sign-ins:'))).toHaveLength(1);
    expect(dump.join('\n')).not.toContain(token);
    expect(dump.join('\n')).not.toContain('ann');
    // Moved to Bob by someone who can write to the store, it cannot be decrypted: Bob is asked to sign in.
    const group = keys.find((key) => key.includes(':sign-ins:')) ?? '';
    const [field = '', text = ''] = (await redis.command('HGETALL', group)).split('\n');
    await signIn(here, here.bob, 'ben');
    const groups = (await redis.command('KEYS', '*:sign-ins:*')).split('\n');
    const bobs = groups.find((key) => key !== group) ?? '';
    await redis.command('HSET', bobs, field, text);
    await call(here.doors[1], here.bob, 'mcp_guarded_echo');
    expect(await lastUser(here)).not.toBe('ann');
  });

  test('signs out at every gateway, by the user and by an administrator', async () => {
    const where = `${redis.url}?prefix=out`;
    const open = async (): Promise<GatewayState> => {
      const state = await openState(where);
      onTestFinished(async () => state.close());
      return state;
    };
    const states = [await open(), await open()];
    const here = await stage(states);
    const useBoth = async (token: string): Promise<void> => {
      for (const door of here.doors)
        await expect
          .poll(async () => (await call(door, token, 'mcp_guarded_echo')).result?.isError ?? false)
          .toBe(false);
    };
    const isOut = async (token: string): Promise<void> => {
      for (const door of here.doors)
        await expect.poll(async () => linkIn(await call(door, token, 'mcp_guarded_echo'))).not.toBe('');
    };
    await signIn(here, here.alice, 'ann');
    await signIn(here, here.bob, 'ben', 1);
    await useBoth(here.alice);
    await useBoth(here.bob);
    expect(textOf(await call(here.doors[0], here.alice, OUT, { server: 'guarded' }))).toMatch(/^Signed out/);
    await isOut(here.alice);
    await useBoth(here.bob);
    for (const token of await here.tokens.list()) await states[0]?.shared?.tokens.add(token);
    const run = async (...args: string[]) => machine().ask(['gateway', 'sign-out', ...args, '--state', where]).data;
    expect(await run('token:bob', '--dry-run')).toEqual({ user: 'token:bob', signIns: 1, written: false });
    await useBoth(here.bob);
    expect(await run('token:bob')).toEqual({ user: 'token:bob', signIns: 1, written: true });
    expect(await run('token:bob')).toEqual({ user: 'token:bob', signIns: 0, written: false });
    await isOut(here.bob);
    expect(await redis.command('KEYS', 'out:*:sign-ins:*')).toBe('');
    // What a token was signed in to goes with it.
    await signIn(here, here.bob, 'ben');
    machine().run(['gateway', 'token', 'revoke', 'bob', '--state', where]);
    expect(await redis.command('KEYS', 'out:*:sign-ins:*')).toBe('');
  });
});
