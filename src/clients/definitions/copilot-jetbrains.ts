import { copilotIdeStyle } from '../lenses/copilot-ide-style.ts';
import type { Client } from '../types.ts';

export const copilotJetbrains = (): Client => ({
  id: 'copilot-jetbrains',
  name: 'GitHub Copilot for JetBrains',
  docs: 'https://docs.github.com/en/copilot/how-tos/provide-context/use-mcp/extend-copilot-chat-with-mcp',
  // Entries from the package @github/copilot-language-server; the path from tools that write the file.
  verified: { on: '2026-11-18', by: 'report', version: 'language server 1.539.0' },
  locations: [
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/github-copilot/intellij/mcp.json'],
        darwin: ['~/.config/github-copilot/intellij/mcp.json'],
        win32: ['%LOCALAPPDATA%/github-copilot/intellij/mcp.json'],
      },
      format: 'json',
    },
  ],
  shapes: [{ at: ['servers'], lenses: copilotIdeStyle() }],
  transports: ['stdio', 'http', 'sse'],
  references: {},
  unknownKeys: 'kept',
  reads: ['envFile'],
  merge: 'replace',
  behavior: { isDesktopApp: true, triesBothTransports: true },
});
