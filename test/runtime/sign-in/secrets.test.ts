import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';
import { call, manage, only } from '../support/managed.ts';
import { person, setStage, type Stage, type StageOptions } from './support/stage.ts';

const auth = { type: 'oauth', clientId: 'known', clientSecret: '${SECRET}' } as const;
const SECRET = 'canary-known-secret-0815';

/** Everything that was told in any way. */
function listener(): { readonly told: string[]; tell(value: unknown): void } {
  const told: string[] = [];
  const tell = (value: unknown): void => void told.push(inspect(value, { depth: 20, showHidden: true }));
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((...values) => tell(values));
    onTestFinished(() => spy.mockRestore());
  }
  return { told, tell };
}

/** A provider that tells everybody what it was told. */
function echoing(stage: Stage, path: string, answer: (sent: string, response: ServerResponse) => void): string[] {
  const sent: string[] = [];
  stage.provider.intercept = (request: IncomingMessage, response) => {
    if (!request.url?.startsWith(path)) return false;
    let body = `${request.headers.authorization ?? ''} `;
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      sent.push(body);
      answer(body, response);
    });
    return true;
  };
  return sent;
}

const asJson = (sent: string, response: ServerResponse): void =>
  void response.writeHead(400).end(JSON.stringify({ error: 'invalid_request', error_description: `You sent ${sent}` }));
const asPage = (sent: string, response: ServerResponse): void =>
  void response.writeHead(500).end(`<h1>You sent ${sent}</h1>`);

async function stageWithSecret(options: StageOptions = {}): Promise<Stage> {
  return setStage({ auth, values: { env: { SECRET } }, ...options });
}

/** What is secret in a request for tokens. */
function secretsIn(sent: readonly string[]): string[] {
  const all = sent.join(' ');
  const fields = [...all.matchAll(/\b(?:code|code_verifier|refresh_token|client_secret)=([^&\s]+)/g)];
  const basic = [...all.matchAll(/Basic (\S+)/g)];
  return [...fields, ...basic].map((match) => match[1] ?? '').concat(SECRET);
}

describe.each([
  ['an error', asJson],
  ['a page', asPage],
])('a provider that answers with %s that holds all it was sent', (_, answer) => {
  it('reveals nothing during a sign-in', async () => {
    const { told, tell } = listener();
    const stage = await stageWithSecret();
    const sent = echoing(stage, '/token', answer);
    const ann = person();
    tell(await stage.signIn.start(stage.toRun, ann).catch((error: unknown) => error));
    tell((await ann.visits[0])?.text);
    expect(told.join('\n')).toContain('OAuth authentication failed');
    const secrets = secretsIn(sent);
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of secrets) expect(told.join('\n')).not.toContain(secret);
  });

  it('gives nothing away when a token is renewed, or a sign-in is ended', async () => {
    const { told, tell } = listener();
    const stage = await stageWithSecret();
    await stage.signIn.start(stage.toRun, person());
    const token = (await stage.signIn.token(stage.toRun)) ?? '';
    const sent = echoing(stage, '/token', answer);
    stage.wait(3600);
    tell(await stage.signIn.token(stage.toRun).catch((error: unknown) => error));
    tell(await stage.signIn.status(stage.toRun));
    tell(await stage.signIn.end(stage.toRun));
    expect(told.join('\n')).toContain('OAuth authentication failed');
    for (const secret of [...secretsIn(sent), token]) expect(told.join('\n')).not.toContain(secret);
  });
});

it('a server that shows the token it was given gives nothing away, also not a later one', async () => {
  const { told, tell } = listener();
  const stage = await setStage();
  const env = {};
  const manager = manage([stage.toRun], {
    env,
    resolve: async (toRun, signal) => resolveServer(toRun, { env, signal, token: stage.signIn.token }),
    access: stage.signIn.access,
  });
  manager.onChange(({ state }) => tell(state));
  await stage.signIn.start(stage.toRun, person());
  const connection = only(manager);
  const session = await connection.ready();
  stage.server.echoes = true;
  tell(await call(session, 'echo').catch((error: unknown) => error));
  stage.wait(3600);
  tell(await call(session, 'echo').catch((error: unknown) => error));
  tell(manager.log);
  tell(connection.state);
  expect(told.join('\n')).toContain('I was given');
  const tokens = new Set(stage.server.tokens.filter((token) => token !== undefined));
  expect(tokens.size).toBe(2);
  for (const token of tokens) expect(told.join('\n')).not.toContain(token);
});

it('no file of ours can be read without its key', async () => {
  const stage = await stageWithSecret();
  await stage.signIn.start(stage.toRun, person());
  const [credential] = (await stage.store.list()).values as [{ tokens: { access: string; refresh: string } }];
  const root = stage.box.path('own');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
  const { access, refresh } = credential.tokens;
  for (const secret of [access, refresh, SECRET, 'known', stage.provider.issuer]) expect(texts).not.toContain(secret);
});
