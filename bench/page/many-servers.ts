import type { Files } from '../../test/web/support/served-page.ts';

export const SERVERS = 500;

/** Twelve clients, each with every server. */
const jsonFiles: Readonly<Record<string, string>> = {
  '.claude.json': 'mcpServers',
  '.cursor/mcp.json': 'mcpServers',
  '.gemini/settings.json': 'mcpServers',
  '.codeium/windsurf/mcp_config.json': 'mcpServers',
  '.kiro/settings/mcp.json': 'mcpServers',
  '.copilot/mcp-config.json': 'mcpServers',
  '.lmstudio/mcp.json': 'mcpServers',
  '.config/Code/User/mcp.json': 'servers',
  '.config/zed/settings.json': 'context_servers',
  '.config/crush/crush.json': 'mcp',
  '.config/plugboard/plugboard.json': 'servers',
};

export function manyServers(): Files {
  const entries = Array.from({ length: SERVERS }, (_, index) => entry(index));
  const files = Object.entries(jsonFiles).map(([file, key]) => [file, { [key]: Object.fromEntries(entries) }]);
  const toml = entries.map(([name, { command, args }]) =>
    [`[mcp_servers.${name}]`, `command = "${command}"`, `args = ${JSON.stringify(args)}`, ''].join('\n'),
  );
  return { ...Object.fromEntries(files), '.codex/config.toml': toml.join('\n') };
}

function entry(index: number): [string, { command: string; args: string[]; env: Record<string, string> }] {
  const name = `server-${String(index).padStart(3, '0')}`;
  return [name, { command: 'npx', args: ['-y', `@example/${name}@1.0.${index}`, '--quiet'], env: { LEVEL: 'info' } }];
}
