import { afterEach, describe, expect, it } from 'vitest';
import { type Machine, machine } from './support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from './support/tmux.ts';

describe.skipIf(!hasTmux)('a user at a real terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());
  const start = (here: Machine, ...args: readonly string[]): Terminal => (terminal = startInTerminal(here, args));
  const files = {
    '~/.cursor/mcp.json': '{ "mcpServers": { "a": { "command": "a", "env": { "TOKEN": "canary" } } } }\n',
  };

  it('who presses Ctrl+C at a question gets out, and nothing is written', async () => {
    const here = machine(files);
    const { press, shows } = start(here, 'remove', 'a', '--from', 'cursor');
    await shows('Write this?');
    press('C-c');
    expect(await shows('exit code 130')).toContain('Nothing written.\n');
    expect(here.files()).toEqual(files);
  });

  it('who says no has not been interrupted', async () => {
    const here = machine(files);
    const { press, shows } = start(here, 'remove', 'a', '--from', 'cursor');
    await shows('Write this?');
    press('n');
    expect(await shows('exit code 1')).toMatch(/Nothing written\.\nexit code 1$/);
    expect(here.files()).toEqual(files);
  });

  it('is asked what happens to references, and gets what was chosen in one change', async () => {
    const referenced = {
      '.mcp.json': '{ "mcpServers": { "gh": { "command": "a" } } }\n',
      '.claude/settings.json': '{ "permissions": { "allow": ["mcp__gh__create", "Bash(ls)"] } }\n',
    };
    const here = machine(referenced);
    const renaming = start(here, 'rename', 'gh', 'hub', '--in', 'claude-code:project');
    expect(await renaming.shows('1 reference to this server. What should happen?')).toContain('mcp__gh__create');
    renaming.press('Enter');
    await renaming.shows('Write this?');
    renaming.press('y');
    await renaming.shows('exit code 0');
    expect(here.read('.claude/settings.json')).toContain('["mcp__hub__create", "Bash(ls)"]');
    renaming.close();
    const removing = start(here, 'remove', 'hub', '--from', 'claude-code:project');
    await removing.shows('What should happen?');
    removing.press('Down');
    removing.press('Enter');
    await removing.shows('Write this?');
    removing.press('y');
    await removing.shows('exit code 0');
    expect(here.read('.mcp.json')).not.toContain('hub');
    expect(here.read('.claude/settings.json')).toContain('mcp__hub__create');
  });

  it('sees no secrets', async () => {
    const { shows } = start(machine(files), 'get', 'a');
    expect(await shows('exit code 0')).not.toContain('canary');
  });

  it('sees them when asking for them', async () => {
    const { shows } = start(machine(files), 'get', 'a', '--show-secrets');
    expect(await shows('exit code 0')).toContain('"TOKEN": "canary"');
  });

  it('sees them in a diff too', async () => {
    const { shows } = start(machine(files), 'remove', 'a', '--from', 'cursor', '-n', '--show-secrets');
    expect(await shows('exit code 0')).toContain('canary');
  });
});
