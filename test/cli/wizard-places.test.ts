import { describe, expect, it } from 'vitest';
import { key, sitDown } from './support/at-terminal.ts';
import { machine } from './support/machine.ts';

const { enter, escape, down, left, space, backspace, interrupt } = key;
const desktop = '~/.config/Claude/claude_desktop_config.json';

describe('where the wizard of plugboard add puts a server', () => {
  it('says why an assistant cannot take it, and passes over it', async () => {
    const here = machine({ [desktop]: '{}', '~/.codex/config.toml': '' });
    const person = sitDown(here, { name: 'a', server: { transport: 'http', headers: {} } });
    await person.sees('URL?');
    person.press('https://example.com/mcp', enter);
    await person.sees('Claude Desktop (does not support http servers)');
    person.press(down, space, enter);
    await person.sees('Plugboard catalog, Codex');
    await person.sees('Which scope?');
    person.press(enter);
    await person.sees('Save this?');
    person.press(enter);
    expect((await person.ended()).said).toContain('✓ add a to catalog:user, codex:user\n');
    expect(here.read(desktop)).toBe('{}');
  });

  it('shows the assistants that are not here when asked to', async () => {
    const here = machine();
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} }, scope: 'project' });
    await person.sees('Which command');
    person.press('run', enter);
    await person.sees('more');
    expect(person.drawn()).not.toContain('Cursor');
    // The catalog is given up for the list of all.
    person.press(space, down, space, enter);
    await person.sees('Claude Desktop (has no project scope)');
    person.press(down, space, enter);
    await person.sees('Save this?');
    person.press(enter);
    expect((await person.ended()).said).toMatch(/^✓ add a to (?!catalog)\S+:project\n/);
  });

  it('asks what to do where the name is taken, and says so while another one is typed', async () => {
    const here = machine({ '~/.claude.json': '{"mcpServers":{"a":{"command":"old"}}}' });
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} } });
    await person.sees('Which command');
    person.press('new', enter);
    await person.sees('Where should it be defined?');
    person.press(space, down, space, enter);
    await person.sees('Which scope?');
    person.press(enter);
    await person.sees('a is already in claude-code:user');
    person.press(down, enter);
    await person.sees('What is its name?');
    person.press(escape);
    await person.sees('Replace the existing server');
    person.press(down, enter);
    await person.sees('its name?');
    person.press(backspace, 'b', backspace, 'a');
    await person.sees('a is already in claude-code:user');
    person.press('2', enter);
    await person.sees('Save this?');
    // The name is free now, so the step before is the one about the scope.
    person.press(left);
    await person.sees('Which scope?');
    person.press(enter);
    await person.sees('Save this?');
    person.press(enter);
    expect((await person.ended()).code).toBe(0);
    expect(JSON.parse(here.read('~/.claude.json'))).toEqual({
      mcpServers: { a: { command: 'old' }, a2: { type: 'stdio', command: 'new', env: {} } },
    });
  });

  it('offers no saving when a file cannot be read, and lets the person go back', async () => {
    const here = machine({ '~/.claude.json': '{"mcpServers": ' });
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} }, scope: 'user' });
    await person.sees('Which command');
    person.press('run', enter);
    await person.sees('Where should it be defined?');
    person.press(down, space, enter);
    await person.sees('Go back and change something');
    expect(person.drawn()).not.toContain('Save');
    person.press(enter);
    await person.sees('Where should it be defined?');
    person.press(interrupt);
    expect((await person.ended()).code).toBe(130);
    expect(here.files()).toEqual({ '~/.claude.json': '{"mcpServers": ' });
  });

  it('writes what was shown or nothing', async () => {
    const here = machine({ '~/.claude.json': '{}' });
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} }, scope: 'user' });
    await person.sees('Which command');
    person.press('run', enter);
    await person.sees('Where should it be defined?');
    person.press(down, space, enter);
    await person.sees('Save this?');
    here.write('~/.claude.json', '{"changed": "meanwhile"}');
    person.press(enter);
    await expect(person.ended()).rejects.toThrow('was changed by another program');
    expect(here.files()).toEqual({ '~/.claude.json': '{"changed": "meanwhile"}' });
  });
});
