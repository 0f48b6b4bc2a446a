import { afterEach, describe, expect, it } from 'vitest';
import { type Machine, machine } from './support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from './support/tmux.ts';

describe.skipIf(!hasTmux)('plugboard add in a real terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());
  const start = (here: Machine, ...args: readonly string[]): Terminal => (terminal = startInTerminal(here, args));

  it('asks, goes back without leaving traces, and writes', async () => {
    const here = machine({ '~/.claude.json': '{}\n' });
    const { press, shows } = start(here, 'add');
    await shows('What do you have?');
    press('Down', 'Enter');
    await shows('What is its name?');
    press('files', 'Enter');
    await shows('Which transport?');
    press('Left');
    await shows('│  files█');
    press('Enter');
    await shows('Which transport?');
    press('Enter');
    await shows('Which command starts it?');
    press('npx -y files', 'Enter');
    await shows('environment variables?');
    press('Enter');
    await shows('Where should it be defined?');
    press('Down', 'Space', 'Enter');
    await shows('Which scope?');
    press('Enter');
    expect(await shows('Save this?')).toContain('+    "files": {');
    press('Escape');
    await shows('◆  Which scope?');
    press('Down', 'Down', 'Enter');
    // Claude Code keeps servers for one directory under that directory; the catalog has no such place.
    await shows('in catalog:user, claude-code:local');
    press('Escape');
    await shows('◆  Which scope?');
    press('Up', 'Up', 'Enter');
    const screen = await shows('in catalog:user, claude-code:user');
    expect(screen.slice(0, screen.indexOf('files (stdio)'))).toBe(`┌  Add a server   Esc or ← goes back, Ctrl+C stops
│
◇  What do you have?
│  Nothing to paste: go step by step
│
◇  What is its name?
│  files
│
◇  Which transport?
│  stdio: a program on this computer, started by a command
│
◇  Which command starts it?
│  npx -y files
│
◇  Does it need environment variables?
│  No
│
◇  Where should it be defined?
│  Plugboard catalog, Claude Code
│
◇  Which scope?
│  You, in every project (user)
│
│  `);
    await shows('Save this?');
    press('Enter');
    const end = await shows('exit code');
    expect(end.slice(end.indexOf('✓'))).toBe(`✓ add files to catalog:user, claude-code:user
  created ~/.config/plugboard/plugboard.json
  changed ~/.claude.json
Undo with: plugboard undo
exit code 0`);
    const files = { type: 'stdio', command: 'npx', args: ['-y', 'files'] };
    expect(JSON.parse(here.read('~/.claude.json'))).toEqual({ mcpServers: { files } });
  });

  it('ends with 130 on Ctrl+C and leaves the terminal as it was', async () => {
    const here = machine();
    const { press, shows } = start(here, 'add', 'files', '--transport', 'stdio');
    await shows('Which command starts it?');
    press('abc', 'C-c');
    expect(await shows('exit code')).toMatch(/Nothing written\.\nexit code 130$/);
    // Only a terminal that echoes again shows what is typed now.
    press('typed later');
    await shows('typed later');
    expect(here.everything()).toEqual([]);
  });

  it.each([['--no-input'], ['--json']])('asks nothing with %s', async (option) => {
    const { shows } = start(machine(), 'add', option);
    const screen = await shows('exit code 2');
    expect(screen).toContain('Nothing to add.');
    expect(screen).not.toContain('What do you have?');
  });
});

describe('plugboard add without a terminal', () => {
  it('asks nothing', () => {
    const { code, stdout, stderr } = machine().run(['add', 'files']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('No definition for files.');
  });
});
