import { describe, expect, it } from 'vitest';
import type { Handler } from '../../runtime/servers/http.mjs';
import { started } from '../../runtime/support/remote.ts';
import { type Definition, machineWith } from '../runtime/support/servers.ts';
import { type Ended, startProgram } from '../runtime/support/start-program.ts';
import type { Machine } from '../support/machine.ts';

/** A machine with one server. */
function withServer(definition: Definition): Machine {
  return machineWith({ user: { x: { timeout: 20, ...definition } } });
}

async function run(here: Machine, ...args: readonly string[]): Promise<Ended> {
  return startProgram(here, args).ended();
}

const login = ['auth', 'login', 'x', '--no-browser', '--timeout', '1'];

async function loginTo(url: string, more: Definition = {}): Promise<Ended> {
  return run(withServer({ url, ...more }), ...login);
}

/** Answers every request like this. */
const answering =
  (status: number, body = '', type = 'text/plain'): Handler =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** An address where nothing listens. */
async function nowhere(): Promise<string> {
  const { url, close } = await started(() => {});
  await close();
  return url;
}

describe('auth login blames the server, not the sign-in,', () => {
  it.each<[string, Handler, number, string]>([
    ['an error', answering(500, 'oops'), 1, 'The server answered with 500 Internal Server Error: oops'],
    ['maintenance', answering(503, '<html>'), 1, 'The server answered with 503 Service Unavailable'],
    ['a wrong path', answering(404), 1, 'The server answered with 404 Not Found'],
    ['too many requests', answering(429), 1, 'The server answered with 429 Too Many Requests'],
    ['a page', answering(200, '<html>', 'text/html'), 1, 'No MCP server at this address.'],
    ['broken JSON', answering(200, '{', 'application/json'), 1, 'No MCP server at this address.'],
    ['a redirect', (_, response) => void response.writeHead(302, { location: '/other' }).end(), 1, '302 Found'],
    ['a closed connection', (_, response) => void response.destroy(), 8, 'The connection was lost'],
  ])('for %s', async (_, handler, code, message) => {
    const { url } = await started(handler);
    const ended = await loginTo(url);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(`Failed to connect to "x": `);
    expect(ended.stderr).toContain(message);
    expect(ended.stderr).not.toMatch(/OAuth|Authentication/);
  });

  it('when nothing listens', async () => {
    const { code, stderr } = await loginTo(await nowhere());
    expect([code, stderr]).toEqual([8, expect.stringContaining('Nothing is listening at 127.0.0.1:')]);
  });

  it('when there is no such host', async () => {
    const { code, stderr } = await loginTo('https://no-such-host.invalid/mcp');
    expect([code, stderr]).toEqual([8, expect.stringMatching(/Unknown host|cannot be resolved/)]);
  });

  it('when it does not speak TLS', async () => {
    const { url } = await started(answering(200));
    const { code, stderr } = await loginTo(url.replace('http:', 'https:'));
    expect([code, stderr]).toEqual([8, expect.stringContaining('Invalid TLS response')]);
  });

  it('when it does not answer within its time limit', async () => {
    const { code, stderr } = await loginTo((await started(() => {})).url, { timeout: 1 });
    expect([code, stderr]).toEqual([8, expect.stringContaining('The server did not answer within 1 s.')]);
  });

  it('of a program that signs in with a secret of its own', async () => {
    const auth = { type: 'oauth', grantType: 'client_credentials', clientId: 'me', clientSecret: '${SECRET}' };
    const { code, stderr } = await loginTo(await nowhere(), { auth });
    expect([code, stderr]).toEqual([8, expect.stringContaining('Nothing is listening at 127.0.0.1:')]);
  });

  it.each([
    ['a result', 200, { result: {} }],
    ['an error, because there is no session', 400, { error: { code: -32000, message: 'No session' } }],
  ])('and says that none is needed when it answers with %s', async (_, status, answer) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer });
    const { url } = await started((request, response) =>
      request.message ? answering(status, body, 'application/json')(request, response) : response.writeHead(404).end(),
    );
    const { code, stderr } = await loginTo(url);
    expect([code, stderr]).toEqual([7, expect.stringContaining('The server requires no sign-in')]);
    expect(stderr).toContain('fix: no sign-in is needed; try: plugboard test x');
  });
});

describe('a sign-in is proposed only where there is one', () => {
  it('not for a definition that sends a header of its own', async () => {
    const { url } = await started(answering(401));
    const here = withServer({ url, headers: { Authorization: 'Bearer ${TOKEN}' } });
    const message = 'The server rejected the Authorization header of its definition.';
    for (const args of [['test', 'x'], ['tools', 'x'], ['status'], ['logs', 'x'], ['doctor'], ['auth', 'status']]) {
      const { stdout, stderr } = await run(here, ...args);
      expect([args, stdout + stderr]).toEqual([args, expect.not.stringMatching(/auth login|needs sign-in/)]);
    }
    expect((await run(here, 'status')).stdout).toContain(message);
    expect((await run(here, ...login)).code).toBe(2);
  });

  it('for a header that says nothing about who asks', async () => {
    const { url } = await started(answering(401));
    const { stdout } = await run(withServer({ url, headers: { 'X-Team': 'a' } }), 'test', 'x');
    expect(stdout).toContain('fix: plugboard auth login x');
  });

  it('not by status after an attempt has shown that there is none', async () => {
    const { url } = await started((request, response) => void response.writeHead(request.message ? 401 : 404).end());
    const here = withServer({ url });
    await run(here, 'test', 'x');
    expect((await run(here, 'status')).stdout).toContain('needs sign-in');
    expect((await run(here, ...login)).stderr).toContain('OAuth endpoints could not be discovered');
    await run(here, 'test', 'x');
    const { stdout, stderr } = await run(here, 'status');
    expect(stdout).toContain('OAuth endpoints could not be discovered');
    expect(stdout + stderr).not.toMatch(/auth login|needs sign-in/);
  });

  it('not for a server that is off', async () => {
    const here = withServer({ url: 'https://no-such-host.invalid/mcp' });
    here.run(['disable', 'x', '--in', 'cursor', '--yes']);
    for (const args of [
      ['auth', 'status'],
      ['auth', 'status', 'x'],
    ]) {
      const { stdout, stderr } = await run(here, ...args);
      expect(stdout + stderr).not.toContain('auth login');
    }
  });
});
