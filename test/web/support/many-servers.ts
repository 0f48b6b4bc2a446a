import type { Files } from './served-page.ts';

/** How the entries of one name compare: all the same, or each client with arguments and variables of its own. */
export type Kind = 'equal' | 'differing';

/** Where the servers are in the JSON files. With the TOML file of Codex these are twelve clients and the catalog. */
const jsonFiles: Readonly<Record<string, string>> = {
  '.config/plugboard/plugboard.json': 'servers',
  '.claude.json': 'mcpServers',
  '.cursor/mcp.json': 'mcpServers',
  '.gemini/settings.json': 'mcpServers',
  '.codeium/windsurf/mcp_config.json': 'mcpServers',
  '.kiro/settings/mcp.json': 'mcpServers',
  '.copilot/mcp-config.json': 'mcpServers',
  '.lmstudio/mcp.json': 'mcpServers',
  '.qwen/settings.json': 'mcpServers',
  '.config/Code/User/mcp.json': 'servers',
  '.config/zed/settings.json': 'context_servers',
  '.config/crush/crush.json': 'mcp',
};

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The config files of a home with this many servers in each client. */
export function manyServers(count: number, kind: Kind = 'differing'): Files {
  const entries = (client: number): [string, Entry][] =>
    Array.from({ length: count }, (_, index) => [serverName(index), entry(index, kind === 'equal' ? 0 : client)]);
  const files = Object.entries(jsonFiles).map(([file, key], client) => [
    file,
    {
      [key]: Object.fromEntries(
        entries(client).map(([name, one]) => [name, key === 'mcp' ? { type: 'stdio', ...one } : one]),
      ),
    },
  ]);
  const toml = entries(files.length).map(([name, { command, args, env }]) =>
    [
      `[mcp_servers.${name}]`,
      `command = "${command}"`,
      `args = ${JSON.stringify(args)}`,
      `env = { ${Object.entries(env)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
        .join(', ')} }`,
      '',
    ].join('\n'),
  );
  return { ...Object.fromEntries(files), '.codex/config.toml': toml.join('\n') };
}

export function serverName(index: number): string {
  return `server-${String(index).padStart(3, '0')}`;
}

/** Nine of ten differ from client to client; every seventh has no fixed version, for which doctor has an issue. */
function entry(index: number, client: number): Entry {
  const own = index % 10 === 0 ? 0 : client;
  const version = index % 7 === 0 ? '' : `@1.${own}.${index}`;
  return {
    command: 'npx',
    args: ['-y', `@example/${serverName(index)}${version}`, `--profile=${own}`],
    env: { LEVEL: own % 2 === 0 ? 'info' : 'debug', WORKSPACE: `/srv/work/${own}/${index}` },
  };
}
