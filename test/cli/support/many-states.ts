import { machine, type Machine } from './machine.ts';

/** A home and project in which a name can be found in every state there is. */
export function manyStates(): Machine {
  const made = machine({
    '.mcp.json': '{ "mcpServers": { "a": { "command": "project" }, "asks": { "command": "p" } } }\n',
    '.claude/settings.json': '{ "mcpServers": { "unread": { "command": "s" } } }\n',
    '.codex/config.toml': '[mcp_servers.both]\nargs = ["2"]\n',
    '.cursor/mcp.json': '{ "mcpServers": { "a": { "command": "cp" } } }\n',
    '~/.codex/config.toml':
      '[mcp_servers.both]\ncommand = "u"\nargs = ["1"]\n\n[mcp_servers.off]\ncommand = "d"\nenabled = false\n',
    '~/.cursor/mcp.json': '{\n  "mcpServers": {\n    "a": { "command": "cu" }\n  }\n}\n',
  });
  const here = JSON.stringify(made.project);
  made.write(
    '~/.claude.json',
    `{
  "mcpServers": {
    "a": { "command": "user" },
    "off": { "command": "x" },
    "bad": { "type": "http" }
  },
  "projects": {
    ${here}: {
      "mcpServers": { "a": { "command": "local" } },
      "disabledMcpServers": ["off"]
    }
  }
}
`,
  );
  return made;
}
