import { describe, expect, it } from 'vitest';
import type { Machine } from '../support/machine.ts';
import { linesIn, machineWith, toolbox } from './support/servers.ts';

/** A machine with a server that came with the project, and one of the person's own. */
function withProject(): { here: Machine; started: () => string[] } {
  const here = machineWith({ user: { own: toolbox() } });
  const log = here.path('log');
  const theirs = { ...toolbox({ env: { LOG_FILE: log, API_KEY: '!touch ran-by-config' } }), title: 'x' };
  here.write('.mcp.json', JSON.stringify({ mcpServers: { theirs } }));
  return { here, started: () => linesIn(log) };
}

function fingerprintOf(here: Machine): string {
  const [error] = here.ask(['test', 'theirs']).errors;
  const { fingerprint } = (error?.['definition'] ?? {}) as { fingerprint?: string };
  return fingerprint ?? '';
}

describe('a server that came with a project', () => {
  it('is shown whole, and not started', () => {
    const { here, started } = withProject();
    const { code, stdout } = here.run(['test', 'theirs']);
    const [command, ...args] = [process.execPath, ...(toolbox().args ?? [])];
    expect(code).toBe(1);
    expect(stdout).toMatch(/^! Server "theirs" needs approval\.\n {2}server {7}theirs\n/);
    expect(stdout).toContain(`runs         ${command} ${args[0]} ''\n`);
    expect(stdout).toContain('the output of the command: touch ran-by-config\n');
    expect(stdout).toMatch(/ {2}fix: plugboard approve [\da-f]{64}\n/);
    expect(started()).toEqual([]);
  });

  it.each([
    ['test', 'theirs'],
    ['tools', 'theirs'],
    ['call', 'theirs', 'add', 'a=1', 'b=2'],
    ['resources', 'theirs'],
    ['prompts', 'theirs'],
    ['test', 'theirs', '--yes'],
    ['tools', 'theirs', '--refresh'],
  ])('is not used by %s %s', (...args) => {
    const { here, started } = withProject();
    const { code, ok, errors } = here.ask(args);
    expect({ code, ok }).toEqual({ code: 1, ok: false });
    expect(errors).toEqual([
      {
        code: 'approval-needed',
        message: 'Server "theirs" needs approval.',
        hint: expect.stringMatching(/^plugboard approve [\da-f]{64}$/) as string,
        server: 'theirs',
        definition: expect.objectContaining({
          name: 'theirs',
          permission: 'pending',
          fingerprint: expect.stringMatching(/^[\da-f]{64}$/) as string,
        }) as object,
      },
    ]);
    expect(started()).toEqual([]);
    expect(here.everything()).not.toContain('ran-by-config');
  });

  it('is not used by commands that use all servers', () => {
    const { here, started } = withProject();
    const fingerprint = fingerprintOf(here);
    expect(here.run(['test'])).toMatchObject({ code: 1, stdout: expect.stringContaining('✓ own') as string });
    for (const command of ['tools', 'resources', 'prompts']) {
      const { code, stderr } = here.run([command]);
      expect({ code, stderr: stderr.trim() }).toEqual({
        code: 0,
        stderr: `! Server "theirs" needs approval.\n  fix: plugboard approve ${fingerprint}`,
      });
    }
    expect(started()).toEqual([]);
  });

  it('is used in one run with its fingerprint, and with enough of it', () => {
    const { here, started } = withProject();
    const fingerprint = fingerprintOf(here);
    expect(here.run(['call', 'theirs', 'add', 'a=1', 'b=2', '--approve', fingerprint])).toMatchObject({
      code: 0,
      stdout: '3\n',
    });
    expect(here.run(['tools', 'theirs', '--approve', fingerprint.slice(0, 16)]).code).toBe(0);
    const before = started().length;
    expect(before).toBeGreaterThan(0);
    expect(here.ask(['call', 'theirs', 'add', 'a=1', 'b=2']).errors[0]?.code).toBe('approval-needed');
    expect(here.ask(['tools', 'theirs']).errors[0]?.code).toBe('approval-needed');
    expect(started()).toHaveLength(before);
  });

  it('is not used with another fingerprint, or too little of it', () => {
    const { here, started } = withProject();
    const fingerprint = fingerprintOf(here);
    const wrong = fingerprint.startsWith('0') ? '1'.repeat(16) : '0'.repeat(16);
    for (const hash of [wrong, fingerprint.slice(0, 15)])
      expect(here.ask(['test', 'theirs', '--approve', hash])).toMatchObject({
        code: 4,
        errors: [{ code: 'approval-unknown' }],
      });
    expect(started()).toEqual([]);
  });

  it('needs another approval when it has changed', () => {
    const { here, started } = withProject();
    const fingerprint = fingerprintOf(here);
    expect(here.run(['approve', fingerprint]).code).toBe(0);
    expect(here.run(['test', 'theirs'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ theirs') as string,
    });
    const before = started().length;
    here.write('.mcp.json', here.read('.mcp.json').replace('touch ran-by-config', 'touch something-else'));
    expect(here.ask(['test', 'theirs']).errors[0]?.code).toBe('approval-needed');
    expect(started()).toHaveLength(before);
  });

  it('stays away when it was denied', () => {
    const { here, started } = withProject();
    const fingerprint = fingerprintOf(here);
    expect(here.run(['deny', 'theirs']).code).toBe(0);
    expect(here.run(['call', 'theirs', 'add', 'a=1', 'b=2'])).toMatchObject({
      code: 1,
      stderr: `! You denied server "theirs".\n  fix: to change that: plugboard approve ${fingerprint}\n`,
    });
    // Somebody wanted that.
    expect(here.run(['test'])).toMatchObject({ code: 0 });
    expect(started()).toEqual([]);
  });
});
