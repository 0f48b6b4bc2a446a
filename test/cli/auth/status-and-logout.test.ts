import { describe, expect, it } from 'vitest';
import { startProgram } from '../runtime/support/start-program.ts';
import { catalog } from '../support/machine.ts';
import { guarded } from './support/guarded.ts';

describe('plugboard auth status', () => {
  it('lists the sign-ins without contacting a server', async () => {
    const { run, ask, provider, server } = await guarded();
    const before = await run('auth', 'status', 'guarded');
    expect(before).toEqual({
      code: 7,
      stdout: '· guarded  not signed in\n',
      stderr: 'Sign in with: plugboard auth login guarded\n',
    });
    expect(await ask('auth', 'status', 'guarded')).toMatchObject({
      code: 7,
      ok: false,
      data: { servers: [{ name: 'guarded', state: 'none' }] },
      errors: [{ code: 'not-signed-in', hint: 'plugboard auth login guarded' }],
    });
    await run('auth', 'login', 'guarded');
    const [requests, questions] = [server.tokens.length, provider.asked.length];
    const { code, stdout } = await run('auth', 'status', 'guarded');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        `✓ guarded  signed in  at ${provider.issuer}`,
        '    the token is valid for 60 min and is renewed automatically',
        '    signed in or renewed just now',
        '    scopes: mcp\n',
      ].join('\n'),
    });
    expect(await ask('auth')).toMatchObject({
      code: 0,
      data: { servers: [{ name: 'guarded', state: 'signed-in', isRenewable: true }], others: [], unreadable: [] },
    });
    expect([server.tokens.length, provider.asked.length]).toEqual([requests, questions]);
  });

  it('also lists what no server here uses any more, which can be ended by its name', async () => {
    const { run, ask, here } = await guarded();
    await run('auth', 'login', 'guarded');
    here.write('~/.cursor/mcp.json', '{}');
    const { data } = await ask('auth', 'status');
    expect(data).toMatchObject({ servers: [], others: [{ state: 'signed-in' }] });
    expect((await run('auth', 'status')).stdout).toContain('not used by any server here');
    const { name } = data.others[0];
    expect(await ask('auth', 'logout', name)).toMatchObject({ code: 0, data: { signedOut: [{ revoked: true }] } });
    expect((await ask('auth')).data).toMatchObject({ others: [] });
  });

  it('says when a sign-in is over, and why', async () => {
    const { run, ask, provider, server } = await guarded();
    await run('auth', 'login', 'guarded');
    await run('test', 'guarded');
    await provider.revokeAll(server.tokens.at(-1) ?? '');
    expect(await ask('test', 'guarded')).toMatchObject({
      code: 7,
      errors: [{ code: 'sign-in-needed', hint: 'plugboard auth login guarded' }],
    });
    const { code, stdout } = await run('auth', 'status', 'guarded');
    expect([code, stdout]).toEqual([7, expect.stringMatching(/^! guarded {2}needs sign-in .*\n.*revoked/)]);
    expect((await run('reauth', 'guarded')).code).toBe(0);
    expect((await run('test', 'guarded')).code).toBe(0);
  });

  it('knows definitions that send a header of their own', async () => {
    const { ask } = await guarded({ headers: { Authorization: 'Bearer canary' } });
    const answer = await ask('auth', 'status', 'guarded');
    expect(answer).toMatchObject({ code: 0, data: { servers: [{ state: 'own-header' }] } });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });
});

describe.each([['auth', 'logout'], ['unauth']])('plugboard %s %s', (...words) => {
  const command = words.filter((word) => word !== undefined);

  it('forgets a sign-in and revokes it', async () => {
    const { run, provider, server } = await guarded();
    await run('auth', 'login', 'guarded');
    await run('test', 'guarded');
    const token = server.tokens.at(-1) ?? '';
    expect(await provider.find(token)).toBeDefined();
    const would = await run(...command, 'guarded', '--dry-run');
    expect([would.code, would.stdout]).toEqual([0, `· Would sign out of guarded at ${provider.issuer}\n`]);
    expect((await run('auth', 'status', 'guarded')).code).toBe(0);
    const { code, stdout, stderr } = await run(...command, 'guarded');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `✓ Signed out of guarded at ${provider.issuer}\n`,
      stderr: '',
    });
    expect(await provider.find(token)).toBeUndefined();
    expect((await run('test', 'guarded')).code).toBe(7);
    const again = await run(...command, 'guarded');
    expect([again.code, again.stderr]).toEqual([7, '✗ Not signed in to "guarded".\n']);
  });

  it('forgets it even if it cannot be revoked, and says so', async () => {
    const { run, provider } = await guarded();
    await run('auth', 'login', 'guarded');
    provider.intercept = (_, response) => Boolean(response.writeHead(503).end());
    const { code, stderr } = await run(...command, 'guarded');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted here, but could not be revoked')]);
    expect((await run('auth', 'status', 'guarded')).code).toBe(7);
  });
});

it('plugboard auth logout --all ends everything', async () => {
  const { ask, run } = await guarded();
  await run('auth', 'login', 'guarded');
  expect(await ask('auth', 'logout', '--all')).toMatchObject({ code: 0, data: { signedOut: [{ revoked: true }] } });
  expect((await run('auth', 'logout', '--all')).stdout).toBe('Not signed in to any server.\n');
});

it('plugboard status shows which servers need a sign-in', async () => {
  const { ask, run } = await guarded();
  await run('test', 'guarded');
  expect((await ask('status', 'guarded')).data).toMatchObject({ servers: [{ state: 'needs-sign-in' }] });
  const { stdout, stderr } = await run('status');
  expect([stdout, stderr]).toEqual([
    '! guarded  needs sign-in\n',
    expect.stringContaining('plugboard auth login <name>'),
  ]);
  await run('auth', 'login', 'guarded');
  expect((await ask('status', 'guarded')).data).toMatchObject({ servers: [{ state: 'active' }] });
});

it('reports credentials that cannot be read', async () => {
  const { ask, run, here } = await guarded();
  await run('auth', 'login', 'guarded');
  here.write(here.everything().find((name) => /credentials\/.*json$/.test(name)) ?? '', '{}');
  expect((await ask('auth')).data.unreadable).toEqual([expect.stringContaining('it is damaged')]);
  // Over HTTP a failed lookup is told as it is for a program, and the server decides.
  const tested = await run('test', 'guarded');
  expect(tested.code).toBe(7);
  expect(`${tested.stdout}${tested.stderr}`).toContain('the stored sign-in cannot be read');
});

it('no sign-in is advised that auth login refuses', async () => {
  const { run } = await guarded({ headers: { Authorization: 'Bearer wrong' } });
  await run('test', 'guarded');
  const { stdout, stderr } = await run('status');
  expect(stdout).not.toContain('needs sign-in');
  expect(stderr).not.toContain('auth login');
  expect((await run('auth', 'login', 'guarded')).code).toBe(2);
});

it('Tab completes servers', async () => {
  const { run } = await guarded();
  await run('list');
  expect((await run('__complete', '2', 'auth', 'login', '')).stdout).toContain('guarded');
  expect((await run('__complete', '1', 'auth', '')).stdout).toMatch(/login\t.*\nlogout\t.*\nstatus\t/);
  expect((await run('__complete', '1', 'unauth', '')).stdout).toContain('guarded');
});

describe('a server of a project', () => {
  const env = { KNOWN_SECRET: 'canary-known-secret-0815', PATH: '/usr/bin:/bin' };

  it('stays approved after a sign-in with a custom client id', async () => {
    const { here, browser, run, server } = await guarded();
    here.write('plugboard.json', JSON.stringify({ servers: { theirs: { transport: 'http', url: server.url } } }));
    const [pending] = (here.ask(['approve']).data as { pending: { fingerprint: string }[] }).pending;
    await run('approve', pending?.fingerprint ?? '');
    const words = ['auth', 'login', 'theirs', '--client-id', 'known', '--client-secret-env', 'KNOWN_SECRET'];
    const { code, stderr } = await startProgram(here, words, { ...browser, ...env }).ended();
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect((await startProgram(here, ['test', 'theirs'], env).ended()).stdout).toMatch(/^✓ theirs /);
  });

  it('runs nothing on sign-out from an unapproved server', async () => {
    const { here, browser, provider, server } = await guarded();
    const define = (clientSecret: string): void =>
      here.write(
        catalog,
        JSON.stringify({
          servers: {
            theirs: { transport: 'http', url: server.url, auth: { type: 'oauth', clientId: 'known', clientSecret } },
          },
        }),
      );
    define('${KNOWN_SECRET}');
    const login = await startProgram(here, ['auth', 'login', 'theirs'], { ...browser, ...env }).ended();
    expect(login.code).toBe(0);
    here.remove(catalog);
    const auth = { type: 'oauth', clientId: 'known', clientSecret: `!touch ${here.path('ran')}; echo x` };
    here.write('plugboard.json', JSON.stringify({ servers: { theirs: { transport: 'http', url: server.url, auth } } }));
    const { code, stdout, stderr } = await startProgram(here, ['auth', 'logout', 'theirs'], env).ended();
    expect([code, stdout]).toEqual([0, `✓ Signed out of theirs at ${provider.issuer}\n`]);
    expect(stderr).toContain('could not be revoked at the authorization server');
    expect(here.everything()).not.toContain('ran');
  });
});
