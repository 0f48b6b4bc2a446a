import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const titleOf = (files: Readonly<Record<string, string>>, ...args: string[]): unknown =>
  machine(files).ask<{ title: string }>([...args, '-n']).data?.title;

describe('the file of a client named without a scope', () => {
  const entry = '{ "mcpServers": { "x": { "command": "a" } } }\n';

  it('the one that counts', () => {
    const both = { '~/.cursor/mcp.json': entry, '.cursor/mcp.json': entry };
    expect(titleOf(both, 'remove', 'x', '--from', 'cursor')).toBe('remove x from cursor:project');
    expect(titleOf(both, 'remove', 'x', '--from', 'cursor:user')).toBe('remove x from cursor:user');
    expect(titleOf(both, 'remove', 'x', '--from', 'cursor', '-s', 'user')).toBe('remove x from cursor:user');
    expect(titleOf({ '.cursor/mcp.json': entry }, 'remove', 'x', '--from', 'cursor')).toBe(
      'remove x from cursor:project',
    );
  });

  it('all of which the client puts a server together', () => {
    const merged = {
      '~/.codex/config.toml': '[mcp_servers.m]\ncommand = "u"\n',
      '.codex/config.toml': '[mcp_servers.m]\nenabled = false\n',
    };
    expect(titleOf(merged, 'enable', 'm', '--in', 'codex')).toBe('enable m in codex:project, codex:user');
    expect(titleOf(merged, 'remove', 'm', '--from', 'codex:user')).toBe('remove m from codex:user');
    expect(titleOf(merged, 'copy', 'm', '--from', 'codex', '--to', 'gemini-cli')).toBe(
      'copy m from codex:project, codex:user to gemini-cli:user',
    );
    expect(titleOf(merged, 'copy', 'm', '--from', 'codex:user', '--to', 'gemini-cli')).toBe(
      'copy m from codex:user to gemini-cli:user',
    );
  });

  it('another one of that scope, where only that has the server', () => {
    expect(titleOf({ 'mcp.json': entry }, 'remove', 'x', '--from', 'mcp-json')).toBe(
      'remove x from mcp-json:project-plain',
    );
  });

  it('the one a switched-off server was taken from', () => {
    const here = machine({ '.cursor/mcp.json': entry });
    here.run(['disable', 'x', '--in', 'cursor']);
    expect(here.run(['enable', 'x', '--in', 'cursor']).code).toBe(0);
    expect(here.files()).toEqual({ '.cursor/mcp.json': entry });
  });

  it('none that the client does not read', () => {
    const unread = { '.claude/settings.json': entry };
    expect(machine(unread).ask(['remove', 'x', '--from', 'all']).code).toBe(4);
    expect(machine(unread).ask(['remove', 'x', '--from', 'claude-code']).code).toBe(4);
    const more = { ...unread, '~/.cursor/mcp.json': entry };
    expect(titleOf(more, 'remove', 'x', '--from', 'all')).toBe('remove x from cursor:user');
  });
});
