import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProgram } from '../runtime/support/start-program.ts';
import { catalog, machine } from '../support/machine.ts';
import { addressIn, guarded, signInElsewhere } from './support/guarded.ts';

describe('a token', () => {
  it('is wanted only when something is called', async () => {
    const { run, server } = await guarded();
    server.protects = 'calls';
    expect((await run('test', 'guarded')).code).toBe(0);
    const refused = await run('call', 'guarded', 'echo');
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('fix: plugboard auth login guarded')]);
    expect((await run('auth', 'login', 'guarded')).code).toBe(0);
    expect((await run('call', 'guarded', 'echo')).code).toBe(0);
  });

  it('with too few rights leads to a sign-in for more', async () => {
    const { run, ask, server } = await guarded();
    await run('auth', 'login', 'guarded');
    server.needs = 'mcp:write';
    const refused = await run('call', 'guarded', 'echo');
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('fix: plugboard auth login guarded')]);
    expect((await run('auth', 'status', 'guarded')).stdout).toContain(
      'the server requires more scopes: mcp mcp:write\n',
    );
    expect((await ask('reauth', 'guarded')).data.signedIn).toMatchObject({ scope: 'mcp mcp:write' });
    expect((await run('call', 'guarded', 'echo')).code).toBe(0);
  });

  it('of the definition itself is used, and no other', async () => {
    const { run, here, server } = await guarded();
    await run('auth', 'login', 'guarded');
    const headers = { Authorization: 'Bearer of-its-own' };
    here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { guarded: { url: server.url, headers } } }));
    const { code, stdout } = await run('test', 'guarded');
    expect([code, stdout]).toEqual([7, expect.stringContaining('check Authorization')]);
    expect(server.tokens.at(-1)).toBe('of-its-own');
  });

  it('is given to a program that names the sign-in; one without is told of, and goes on', async () => {
    const { run, ask, here, server } = await guarded();
    const script = 'process.stderr.write(`token:${process.env.OAUTH_ACCESS_TOKEN?.length ?? "none"}`); process.exit(3)';
    const define = (credentialId: string): void => {
      const auth = { type: 'oauth', credentialId, resource: server.url };
      const program = { command: process.execPath, args: ['-e', script], auth };
      here.write(catalog, JSON.stringify({ servers: { program } }));
    };
    define('not-there');
    const without = await run('test', 'program');
    expect(without.stdout).toContain('token:none');
    expect(without.stdout).toContain('auth is left out: not signed in');
    const { data } = await ask('auth', 'login', 'program');
    expect(data.signedIn).toMatchObject({ server: 'program', credentialId: 'not-there' });
    const withIt = await run('test', 'program');
    expect(withIt.stdout).toMatch(/token:\d/);
    expect(withIt.stdout).not.toContain('left out');
  });
});

it('a sign-in that login refuses is not advised', async () => {
  const program = { command: process.execPath, auth: { type: 'oauth', credentialId: 'x' } };
  const here = machine({ [catalog]: JSON.stringify({ servers: { program } }) });
  const all = here.run(['auth', 'status']);
  expect([all.code, all.stdout]).toEqual([0, expect.stringContaining('not signed in')]);
  expect(all.stderr + here.run(['auth', 'status', 'program']).stderr).not.toContain('auth login');
  const login = here.run(['auth', 'login', 'program']);
  expect([login.code, login.stderr]).toEqual([2, expect.stringContaining('set "resource" in "auth"')]);
});

it('the answer of a browser elsewhere can also come from a program', async () => {
  const { here, browser } = await guarded();
  const running = startProgram(here, ['auth', 'login', 'guarded', '--no-browser', '--json'], browser, 'open');
  await running.says('stderr', '/auth?');
  running.write(`${await signInElsewhere(addressIn(running.stderr))}\n`);
  const { code, stdout } = await running.ended();
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { data: { signedIn: { server: 'guarded' } } }]);
});

it('nothing that is printed or lies about holds a secret', async () => {
  const { run, here, server } = await guarded();
  const commands = [
    ['auth', 'login', 'guarded', '--verbose'],
    ['test', 'guarded', '--verbose'],
    ['auth', 'status', '--json'],
    ['auth', 'status', 'guarded', '--verbose'],
    ['status', 'guarded', '--json'],
    ['logs', 'guarded', '--json'],
    ['config', '--json'],
    ['reauth', 'guarded', '--json'],
    ['call', 'guarded', 'echo', '--verbose', '--json'],
  ];
  const told: string[] = [];
  for (const command of commands) {
    const { stdout, stderr } = await run(...command);
    told.push(stdout, stderr);
  }
  server.echoes = true;
  const { stdout, stderr } = await run('call', 'guarded', 'echo');
  expect(stdout + stderr).toContain('I was given');
  told.push(stdout, stderr);
  const files = filesIn(here.path('~/'));
  // Whoever else has an account on this machine sees none of them.
  for (const path of files.filter((file) => /credentials/.test(file))) expect(statSync(path).mode & 0o077).toBe(0);
  told.push(...files.map((file) => readFileSync(file, 'latin1')));
  const tokens = new Set(server.tokens.filter((token) => token !== undefined));
  expect(tokens.size).toBeGreaterThan(1);
  for (const token of tokens) expect(told.join('\n')).not.toContain(token);
});

function filesIn(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
