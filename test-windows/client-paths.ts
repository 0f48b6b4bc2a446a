/**
 * Where Plugboard must write the file of each client on Windows, relative to the user profile, by client and scope. The page
 * about clients marks these paths.
 */
export const clientPaths: Readonly<Record<string, string>> = {
  'amp:user': '.config/amp/settings.json',
  'claude-code:user': '.claude.json',
  'claude-desktop:user': 'AppData/Roaming/Claude/claude_desktop_config.json',
  'cline-vscode:user':
    'AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
  'codex:user': '.codex/config.toml',
  'continue:user': '.continue/config.yaml',
  'copilot-cli:user': '.copilot/mcp-config.json',
  'crush:user': '.config/crush/crush.json',
  'cursor:user': '.cursor/mcp.json',
  'gemini-cli:user': '.gemini/settings.json',
  'goose:user': 'AppData/Roaming/Block/goose/config/config.yaml',
  'kiro:user': '.kiro/settings/mcp.json',
  'lmstudio:user': '.lmstudio/mcp.json',
  'opencode:user': '.config/opencode/opencode.jsonc',
  'roo:user': 'AppData/Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
  'vscode:user': 'AppData/Roaming/Code/User/mcp.json',
  'windsurf:user': '.codeium/windsurf/mcp_config.json',
  'zed:user': 'AppData/Roaming/Zed/settings.json',
};
