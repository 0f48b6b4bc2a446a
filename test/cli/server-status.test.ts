import { describe, expect, it } from 'vitest';
import { linesIn, machineWith, misbehaving } from './runtime/support/servers.ts';
import { machine } from './support/machine.ts';
import { odd } from './support/odd.ts';

function withAll() {
  const here = machineWith({ project: { theirs: { command: 'x' }, refused: { command: 'y' } } });
  const broken = misbehaving('dies at start', { env: { TOKEN: 'canary-1' } });
  const user = { odd: odd(here), off: { command: 'x', disabled: true }, broken, unasked: { command: 'no-such' } };
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: user }));
  here.run(['deny', 'refused']);
  return here;
}

describe('plugboard status', () => {
  const here = withAll();

  it('starts nothing', () => {
    const { code, stdout, stderr } = here.run(['status']);
    expect(code).toBe(0);
    expect(stdout).toBe(`✓ broken   active          not tested yet
✓ odd      active          not tested yet
· off      disabled
✗ refused  denied
i theirs   needs approval
✓ unasked  active          not tested yet
`);
    expect(stderr).toBe('\nApprove with: plugboard approve\nTest them with: plugboard test\n');
    expect(linesIn(here.path('log'))).toEqual([]);
    expect(here.run(['logs']).stdout).toBe('');
  });

  it('knows what servers had and what went wrong', () => {
    here.run(['reload', 'odd']);
    here.run(['reload', 'broken']);
    const { stdout } = here.run(['status', 'broken', 'odd']);
    expect(stdout).toBe(`✗ broken  active
    failed just now: The server exited with code 3.
✓ odd     active  9 tools just now
`);
    const { servers } = here.ask<{ servers: { name: string }[] }>(['status']).data;
    expect(servers.find(({ name }) => name === 'odd')).toMatchObject({
      state: 'active',
      transport: 'stdio',
      client: 'cursor',
      scope: 'user',
      tools: { count: 9 },
    });
    expect(servers.find(({ name }) => name === 'broken')).toMatchObject({
      lastFailure: { message: 'The server exited with code 3.' },
    });
    expect(servers.find(({ name }) => name === 'theirs')).toMatchObject({
      state: 'pending',
      project: 'PROJECT',
      fingerprint: expect.stringMatching(/^[\da-f]{64}$/) as string,
    });
    expect(JSON.stringify(servers)).not.toContain('canary');
  });

  it('knows servers that were taken out of their files', () => {
    expect(here.run(['disable', 'unasked', '--in', 'cursor', '--yes']).code).toBe(0);
    expect(here.run(['status', 'unasked']).stdout).toBe('· unasked  disabled\n');
  });

  it('is not for unknown names, and watches only at a terminal', () => {
    expect(here.run(['status', 'nothing-like-it']).code).toBe(4);
    expect(here.run(['status', '--watch'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '✗ This requires a terminal. Without one, use: plugboard status\n',
    });
    expect(here.run(['top']).code).toBe(2);
  });

  it('says when there is nothing', () => {
    expect(machine().run(['status']).stdout).toBe('No MCP servers found.\n');
  });
});
