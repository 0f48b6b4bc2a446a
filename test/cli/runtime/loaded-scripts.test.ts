import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  answerTo,
  type Handler,
  modern,
  openStream,
  sseOnly,
  startHttp,
  status,
  withSessions,
} from '../../runtime/servers/http.mjs';
import { type Definition, machineWith, toolbox } from './support/servers.ts';
import { startProgram } from './support/start-program.ts';

/** The script of `src/runtime/sdk-client.ts`, and the file in which Node has `fetch`. */
const SDK = /\/dist\/program\/.*\bsdk-client-/;
const FETCH = 'node:internal/deps/undici/undici';

interface Script {
  readonly url: string;
}

/** What the built program loads to run `plugboard test`. V8 notes the scripts of a process. */
async function loadedFor(server: Definition): Promise<{ code: number | null; sdk: boolean; fetch: boolean }> {
  const folder = mkdtempSync(join(homedir(), 'loaded-'));
  const here = machineWith({ user: { one: server } });
  const { code } = await startProgram(here, ['test', 'one'], { NODE_V8_COVERAGE: folder }).ended();
  const scripts = readdirSync(folder).flatMap(
    (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: Script[] }).result,
  );
  expect(scripts.some(({ url }) => url.includes('/dist/program/'))).toBe(true);
  return {
    code,
    sdk: scripts.some(({ url }) => SDK.test(decodeURIComponent(url))),
    fetch: scripts.some(({ url }) => url === FETCH),
  };
}

async function listening(handler: Handler): Promise<Definition> {
  const server = await startHttp(handler);
  onTestFinished(async () => server.close());
  return { url: server.url };
}

const streaming: Handler = ({ method, message }, response) => {
  if (method === 'GET') return status(response, 405);
  if (message?.id === undefined) return status(response, 202);
  if (message.method === 'server/discover') return status(response, 400);
  openStream(response)(answerTo(message));
  return response.end();
};

it.each<[string, () => Promise<Definition> | Definition]>([
  ['a program', () => toolbox()],
  ['a modern server', async () => listening(modern)],
  ['an older server with sessions', async () => listening(withSessions().handler)],
  ['an older server that answers with streams', async () => listening(streaming)],
])('neither the SDK nor fetch is loaded for %s', { timeout: 60_000 }, async (_, server) => {
  expect(await loadedFor(await server())).toEqual({ code: 0, sdk: false, fetch: false });
});

it('the SDK is loaded for a server of the oldest transport', { timeout: 60_000 }, async () => {
  expect(await loadedFor(await listening(sseOnly().handler))).toMatchObject({ code: 0, sdk: true });
});

it('the SDK is loaded for a server that requires a sign-in', { timeout: 60_000 }, async () => {
  const refusing = await listening((_, response) => status(response, 401));
  expect(await loadedFor(refusing)).toMatchObject({ sdk: true });
});
