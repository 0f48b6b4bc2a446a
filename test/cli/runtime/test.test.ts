import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttp, status } from '../../runtime/servers/http.mjs';
import { newMarker, processesWith, until } from '../../runtime/support/processes.ts';
import { type Definition, linesIn, machineWith, misbehaving, toolbox } from './support/servers.ts';
import { startProgram } from './support/start-program.ts';

const ms = /\d+ ms/;
const notTrusted =
  'i PROJECT is not trusted, so your own servers start in your home. Trust it with: plugboard approve --project\n';

async function refusing(code: number): Promise<string> {
  const server = await startHttp((_, response) => status(response, code));
  onTestFinished(() => server.close());
  return server.url;
}

describe('plugboard test', () => {
  it('says of each server whether it answers, and how it calls itself', () => {
    const here = machineWith({ user: { box: toolbox() } });
    const { code, stdout, stderr } = here.run(['test', 'box']);
    expect({ code, stdout: stdout.replace(ms, 'N ms'), stderr }).toEqual({
      code: 0,
      stdout: '✓ box  9 tools  N ms  of-ours 1.2.3 (2025-11-25)\n',
      stderr: notTrusted,
    });
  });

  it('tests all active servers when none is named', () => {
    const here = machineWith({ user: { box: toolbox(), 'longer-name': toolbox(), off: toolbox({ disabled: true }) } });
    for (const args of [['test'], ['test', '--all']]) {
      const { code, stdout, stderr } = here.run(args);
      expect(code).toBe(0);
      expect(
        stdout
          .replaceAll(/\d+ ms */g, 'N ms  ')
          .split('\n')
          .toSorted(),
      ).toEqual([
        '',
        '✓ box          9 tools    N ms  of-ours 1.2.3 (2025-11-25)',
        '✓ longer-name  9 tools    N ms  of-ours 1.2.3 (2025-11-25)',
      ]);
      expect(stderr).toBe(
        `Connecting to 2 servers.\n2 of 2 servers responded.\nSkipped because disabled or denied: off\n${notTrusted}`,
      );
    }
  });

  it('has the same for scripts', () => {
    const here = machineWith({ user: { box: toolbox(), dies: misbehaving('dies at start') } });
    const { code, ok, data, errors } = here.ask(['test']);
    expect({ code, ok }).toEqual({ code: 1, ok: false });
    expect(data.servers).toEqual([
      {
        name: 'box',
        state: 'ok',
        client: 'cursor',
        scope: 'user',
        file: 'HOME/.cursor/mcp.json',
        ms: expect.any(Number) as number,
        tools: 9,
        problems: [],
        server: { name: 'of-ours', version: '1.2.3', protocol: '2025-11-25', instructions: 'Be kind.' },
      },
      expect.objectContaining({ name: 'dies', state: 'failed', failure: errors[0] }),
    ]);
    expect(errors).toEqual([
      {
        code: 'connect-failed',
        message: 'Failed to connect to "dies": The server exited with code 3.',
        server: 'dies',
        kind: 'exited',
        exitCode: 3,
        stderr: ['cannot start with undefined', 'a second line'],
      },
    ]);
  });

  it('knows no servers that are not there', () => {
    const here = machineWith({ user: { box: toolbox() } });
    expect(here.run(['test', 'bxo'])).toMatchObject({
      code: 4,
      stderr: '✗ Unknown server "bxo". Did you mean "box"?\n  fix: plugboard list shows all of them\n',
    });
    expect(machineWith({}).run(['test'])).toEqual({
      code: 0,
      stdout: 'No MCP servers found.\n',
      stderr: '',
    });
  });

  it('takes names or all of them', () => {
    const { code, stderr } = machineWith({}).run(['test', 'a', '--all']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '✗ Give server names or --all, not both.\n' });
  });
});

describe('a server that does not answer', () => {
  it('has not enough time', () => {
    const here = machineWith({ user: { silent: misbehaving('silent') } });
    const { code, stdout } = here.run(['test', 'silent', '--timeout', '0.5']);
    expect({ code, stdout }).toEqual({
      code: 8,
      stdout: [
        '✗ Failed to connect to "silent": The server did not answer within 0.5 s.',
        '  fix: if it needs longer, increase its timeout: plugboard edit silent --in cursor:user --set timeout=60\n',
      ].join('\n'),
    });
  });

  it('gets the time that the proposed command gives it', () => {
    const here = machineWith({});
    here.run(['add', 'box', '--yes', '--', process.execPath, ...(misbehaving('silent').args ?? [])]);
    const { stdout } = here.run(['test', '--timeout', '0.5']);
    const proposed = /plugboard (edit box --set timeout=60)/.exec(stdout)?.[1]?.split(' ') ?? [];
    expect(here.run([...proposed, '--yes']).code).toBe(0);
    expect(here.ask(['get', 'box']).data.definitions[0].server.timeout).toBe(60);
  });

  it('has ended, and its last words are shown without secrets', () => {
    const here = machineWith({ user: { dies: misbehaving('dies at start', { env: { TOKEN: 'canary-token' } }) } });
    const { code, stdout } = here.run(['test', 'dies']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: [
        '✗ Failed to connect to "dies": The server exited with code 3.',
        '  | cannot start with ••••••••',
        '  | a second line\n',
      ].join('\n'),
    });
  });

  it.each([
    [
      { command: 'uvx' },
      'The program "uvx" was not found.',
      'install uv, which includes it: https://docs.astral.sh/uv',
    ],
    [
      { command: 'no-such-program' },
      'The program "no-such-program" was not found.',
      'Install no-such-program, or use its full path as "command".',
    ],
  ])('is not installed: %j', (definition: Definition, message, hint) => {
    const here = machineWith({ user: { gone: definition } });
    const { code, stdout } = here.run(['test', 'gone']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `✗ Failed to connect to "gone": ${message}\n  fix: ${hint}\n`,
    });
  });

  it('is off', () => {
    const here = machineWith({ user: { off: toolbox({ disabled: true }) } });
    const message = 'Server "off" is disabled. Run plugboard enable off --in cursor:user first.';
    expect(here.run(['test', 'off'])).toEqual({ code: 1, stdout: `✗ ${message}\n`, stderr: '' });
    expect(here.ask(['test', 'off'])).toMatchObject({ errors: [{ code: 'server-disabled', message }] });
    // Not requested by name, so being disabled is intended.
    expect(here.run(['test'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Skipped because disabled or denied: off\n',
    });
  });

  it('wants to know who asks', async () => {
    const url = await refusing(401);
    const here = machineWith({ user: { plain: { url }, token: { url, headers: { Authorization: 'Bearer canary' } } } });
    const all = await startProgram(here, ['test']).ended();
    expect(all.code).toBe(7);
    expect(all.stdout).toContain('fix: plugboard auth login plain\n');
    expect(all.stdout).toContain('check Authorization, see plugboard get token\n');
    expect(all.stdout + all.stderr).not.toContain('canary');
  });

  it('does not let one in', async () => {
    const here = machineWith({ user: { closed: { url: await refusing(403), headers: { 'X-Key': 'canary' } } } });
    const { code, stdout } = await startProgram(here, ['test', 'closed']).ended();
    expect(code).toBe(7);
    expect(stdout).toContain('permission denied: check X-Key');
  });

  it('is not there', async () => {
    const server = await startHttp(() => undefined);
    await server.close();
    const here = machineWith({ user: { nobody: { url: server.url } } });
    expect(here.ask(['test'])).toMatchObject({
      code: 8,
      errors: [{ code: 'server-unreachable', kind: 'unreachable' }],
    });
  });

  it('ends with 1 when there are several reasons', async () => {
    const here = machineWith({ user: { a: { url: await refusing(401) }, b: misbehaving('dies at start') } });
    expect((await startProgram(here, ['test']).ended()).code).toBe(1);
  });

  it('is tried once only', () => {
    const here = machineWith({});
    const log = here.path('log');
    const script = `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'start\\n'); process.exit(3)`;
    here.write(
      '~/.cursor/mcp.json',
      JSON.stringify({ mcpServers: { dies: { command: process.execPath, args: ['-e', script] } } }),
    );
    expect(here.run(['test']).code).toBe(1);
    expect(linesIn(log)).toEqual(['start']);
  });
});

describe('unresolved values', () => {
  const files = { user: { box: toolbox({ env: { TOKEN: '!exit 3' } }) } };

  it('are told of, and the server is used without them', () => {
    const { code, stdout } = machineWith(files).run(['test', 'box'], { env: { PATH: '/usr/bin:/bin' } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ box .*\n {2}! env\.TOKEN is left out: .+\n$/);
  });

  it('keep it from being used with --strict', () => {
    const { code, stdout } = machineWith(files).run(['test', 'box', '--strict'], { env: { PATH: '/usr/bin:/bin' } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ Failed to connect to "box": .*env\.TOKEN/);
  });
});

describe('while one is slow', () => {
  it('others are told of at once, and Ctrl+C ends all of it', async () => {
    const marker = newMarker();
    const here = machineWith({ user: { box: toolbox({}, marker), silent: misbehaving('silent', {}, marker) } });
    const running = startProgram(here, ['test']);
    await running.says('stdout', '✓ box');
    expect(running.stdout).not.toContain('silent');
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended();
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'Connecting to 2 servers.\n✗ Interrupted.\n' });
    expect(stdout).not.toContain('silent');
    await until(() => processesWith(marker).length === 0, 'the end of all servers');
  });

  it('a script that is interrupted still gets one document', async () => {
    const here = machineWith({ user: { silent: misbehaving('silent', {}, newMarker()) } });
    const marker = here.read('~/.cursor/mcp.json').match(/marker-[\w-]+/)?.[0] ?? '';
    const running = startProgram(here, ['test', '--json']);
    await until(() => processesWith(marker).length > 0, 'the start of the server');
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended();
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, errors: [{ code: 'interrupted' }] });
  });
});
