import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../src/opencode/server/free-port.ts';
import { linesIn, machineWith, misbehaving } from './runtime/support/servers.ts';
import { type Machine, machine } from './support/machine.ts';
import { odd, offer } from './support/odd.ts';

const tool = (name: string, description = ''): unknown => ({ name, description, inputSchema: { type: 'object' } });

/** With one server that offers these tools beside its nine own. */
function withOdd(...tools: unknown[]): Machine {
  const here = machine();
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { odd: odd(here, tools) } }));
  return here;
}

describe('plugboard reload', () => {
  it('tells which tools are new, gone and changed', () => {
    const here = withOdd(tool('a', 'one'), tool('b'));
    expect(here.run(['reload'])).toEqual({
      code: 0,
      stdout: '✓ odd  11 tools, listed for the first time\n',
      stderr: '',
    });
    expect(here.run(['reload', 'odd']).stdout).toBe('✓ odd  11 tools, unchanged\n');
    offer(here, [tool('a', 'two'), tool('c')]);
    expect(here.run(['reload']).stdout).toBe(`✓ odd  11 tools, 1 new, 1 removed, 1 changed
  ! changed since it was accepted: 1 new, 1 removed, 1 changed
    + c
    - b
    ~ a  description
        - description: one
        + description: two
    fix: to accept the changes: plugboard reload odd --accept
`);
    const { servers } = here.ask<{ servers: unknown[] }>(['reload']).data;
    expect(servers).toMatchObject([
      {
        name: 'odd',
        tools: 11,
        difference: { added: [], removed: [], changed: [] },
        unaccepted: { added: ['c'], removed: ['b'], changed: [{ tool: 'a' }] },
      },
    ]);
  });

  it('goes on telling until it is accepted', () => {
    const here = withOdd(tool('a'));
    here.run(['reload']);
    offer(here, []);
    here.run(['reload']);
    expect(here.run(['reload']).stdout).toContain('changed since it was accepted: 1 removed');
    expect(here.run(['reload', 'odd', '--accept']).stdout).toBe('✓ odd  9 tools, unchanged\n  ✓ accepted:\n    - a\n');
    expect(here.run(['reload']).stdout).toBe('✓ odd  9 tools, unchanged\n');
    expect(here.run(['reload', '--accept']).code).toBe(2);
  });

  it('shows nothing of a server that a terminal would obey', () => {
    const here = withOdd(tool('a', 'plain'));
    here.run(['reload']);
    offer(here, [tool('a', 'hidden \u001B[2J\u202E\u{e0041}'), tool('\u001B[31mred')]);
    // oxlint-disable-next-line no-control-regex -- what must not be there.
    expect(here.run(['reload']).stdout).not.toMatch(/\u001B|\u202E|\u{e0041}/u);
  });

  it('forgets which era a server speaks, and nothing else does', () => {
    const program = fileURLToPath(new URL('servers/modern-noting.mjs', import.meta.url));
    const here = machine();
    const server = { command: process.execPath, args: [program, here.path('requests')] };
    here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { modern: server } }));
    const requests = (...args: string[]): string[] => {
      here.write('requests', '');
      expect(here.run(args)).toMatchObject({ code: 0, stderr: '' });
      return linesIn(here.path('requests'));
    };
    expect(requests('tokens', '--refresh', '--quiet')).toEqual(['initialize', 'server/discover', 'tools/list']);
    expect(requests('tokens', '--refresh', '--quiet')).toEqual(['server/discover', 'tools/list']);
    expect(requests('reload')).toEqual(['initialize', 'server/discover', 'tools/list']);
    expect(requests('tokens', '--refresh', '--quiet')).toEqual(['server/discover', 'tools/list']);
  });

  it('tells why a server cannot be asked, and ends accordingly', async () => {
    const here = machineWith({
      user: { far: { url: `http://127.0.0.1:${await freePort()}/mcp` }, off: { command: 'x', disabled: true } },
      project: { theirs: { command: 'theirs' } },
    });
    const { code, stdout } = here.run(['reload']);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ Failed to connect to "far": ');
    expect(stdout).toContain('Server "theirs" needs approval.');
    expect(here.run(['reload', 'far']).code).toBe(8);
    expect(here.ask(['reload', 'theirs'])).toMatchObject({ code: 1, ok: false, errors: [{ code: 'approval-needed' }] });
    expect(here.run(['reload', 'fra']).code).toBe(4);
  });

  it('keeps what was known about a server that does not answer', () => {
    const here = withOdd(tool('a'));
    here.run(['reload']);
    here.remove('tools.json');
    expect(here.run(['reload']).code).toBe(1);
    expect(here.ask<{ servers: { tools: { count: number } }[] }>(['status']).data.servers[0]?.tools.count).toBe(10);
  });

  it('leaves no process behind', () => {
    const marker = `reload-${process.pid}`;
    const here = machineWith({ user: { stubborn: misbehaving('stubborn', {}, marker) } });
    expect(here.run(['reload']).code).toBe(0);
    expect(spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout).not.toContain(marker);
  });
});
