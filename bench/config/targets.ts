/** The clients whose files are checked. mcporter is not one, but has a file of the same kind. */
export type BenchClient = 'claude-code' | 'opencode' | 'cursor' | 'vscode' | 'codex' | 'gemini-cli' | 'mcporter';

export type BenchScope = 'user' | 'project';

/** A file with existing content, and its path in the home or in the project. */
export interface Target {
  readonly client: BenchClient;
  readonly path: Readonly<Partial<Record<BenchScope, string>>>;
  /** `json` has to stay without comments and trailing commas. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** The key of the server container. */
  readonly section: string;
  /** Set on the copy: git does not store modes. */
  readonly mode?: number;
}

export const targets: readonly Target[] = [
  {
    client: 'claude-code',
    path: { user: '.claude.json', project: '.mcp.json' },
    format: 'json',
    section: 'mcpServers',
    mode: 0o600,
  },
  {
    client: 'opencode',
    path: { user: '.config/opencode/opencode.jsonc', project: 'opencode.json' },
    format: 'jsonc',
    section: 'mcp',
  },
  {
    client: 'cursor',
    path: { user: '.cursor/mcp.json', project: '.cursor/mcp.json' },
    format: 'jsonc',
    section: 'mcpServers',
  },
  {
    client: 'vscode',
    path: { user: '.config/Code/User/mcp.json', project: '.vscode/mcp.json' },
    format: 'jsonc',
    section: 'servers',
  },
  {
    client: 'codex',
    path: { user: '.codex/config.toml', project: '.codex/config.toml' },
    format: 'toml',
    section: 'mcp_servers',
  },
  {
    client: 'gemini-cli',
    path: { user: '.gemini/settings.json', project: '.gemini/settings.json' },
    format: 'jsonc',
    section: 'mcpServers',
    mode: 0o640,
  },
  { client: 'mcporter', path: { user: '.mcporter/mcporter.jsonc' }, format: 'jsonc', section: 'mcpServers' },
];

export function targetOf(client: BenchClient): Target {
  return targets.find((target) => target.client === client) as Target;
}
