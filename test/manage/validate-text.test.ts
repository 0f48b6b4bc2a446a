import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { validateText } from '../../src/manage/validate-text.ts';

async function found(client: Client | undefined, file: string, text: string): Promise<string[]> {
  const issues = await validateText(file, text, client ? { client } : {});
  return issues.map(
    ({ code, range, path }) => `${range?.start.line}:${range?.start.column} ${code} ${path?.join('.') ?? ''}`,
  );
}

describe('a file of a client', () => {
  it('is checked by the words of its client, each issue at its place', async () => {
    const text =
      '{\n  "mcp": {\n    "a": { "type": "local", "command": ["x"], "environment": { "PORT": 1 } },\n    "b": 3\n  }\n}\n';
    expect(await found(clients.opencode, 'opencode.json', text)).toEqual([
      '3:72 wrong-type mcp.a.environment.PORT',
      '4:10 wrong-type mcp.b',
    ]);
  });

  it('may need a type that others do without', async () => {
    const text = '{ "mcpServers": { "a": { "url": "https://x" }, "b": { "command": "x" } } }';
    expect(await found(clients['claude-code'], '.mcp.json', text)).toEqual(['1:19 type-missing mcpServers.a']);
    expect(await found(clients.cursor, 'mcp.json', text)).toEqual([]);
    expect(await found(clients.opencode, 'opencode.json', '{ "mcp": { "a": { "command": ["x"] } } }')).toEqual([
      '1:12 type-missing mcp.a',
    ]);
  });

  it('may hold keys that its client ignores', async () => {
    const text = '{ "mcpServers": { "a": { "command": "x", "disabled": true, "cwd": "/x" } } }';
    expect(await found(clients['claude-code'], '.mcp.json', text)).toEqual([
      '1:42 key-ignored mcpServers.a.disabled',
      '1:60 key-used-by-plugboard mcpServers.a.cwd',
    ]);
  });

  it('may hold references that its client does not expand', async () => {
    const text = '[mcp_servers.a]\ncommand = "x"\nargs = ["--token", "${TOKEN}"]\n';
    expect(await found(clients.codex, 'config.toml', text)).toEqual(['3:20 reference-unexpanded mcp_servers.a.args.1']);
  });

  it('keeps an unknown type an error', async () => {
    expect(
      await found(clients.cursor, 'mcp.json', '{ "mcpServers": { "a": { "type": "pigeon", "command": "x" } } }'),
    ).toEqual(['1:34 unknown-transport mcpServers.a.type']);
  });

  it('is not looked into when it cannot be parsed', async () => {
    expect(await found(clients.codex, 'config.toml', '[mcp_servers.a\n')).toEqual([
      expect.stringMatching(/^\d:\d+ syntax/),
    ]);
  });

  it('has a guessed type reported when it is our own', async () => {
    expect(await found(clients.canonical, 'plugboard.json', '{ "servers": { "a": { "url": "https://x" } } }')).toEqual([
      '1:16 transport-inferred servers.a',
    ]);
  });
});

it('finds the servers of an unknown file under the usual keys', async () => {
  expect(await found(undefined, 'x.json', '{ "mcpServers": { "a": { "command": "" } } }')).toEqual([
    '1:37 command-empty mcpServers.a.command',
  ]);
  expect(await found(undefined, 'x.json', '{ "other": 1 }')).toEqual(['1:1 no-servers ']);
});

it('allows comments in an unknown file only if it is named like one of a client that allows them', async () => {
  const text = '{ // mine\n  "mcpServers": { "a": { "command": "x" } }\n}';
  expect(await found(undefined, '/elsewhere/.factory/mcp.json', text)).toEqual([]);
  expect(await found(undefined, '/elsewhere/.cursor/mcp.json', text)).toEqual([]);
  expect(await found(undefined, '/elsewhere/x.json', text)).toEqual([expect.stringMatching(/^1:3 /)]);
});
