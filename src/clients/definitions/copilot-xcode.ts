import { copilotIdeStyle } from '../lenses/copilot-ide-style.ts';
import type { Client } from '../types.ts';

export const copilotXcode = (): Client => ({
  id: 'copilot-xcode',
  name: 'GitHub Copilot for Xcode',
  docs: 'https://github.com/github/CopilotForXcode',
  // Its repository of 2026-02-05, and the package @github/copilot-language-server.
  verified: { on: '2026-11-18', by: 'source', version: 'language server 1.539.0' },
  locations: [
    { scope: 'user', paths: ['~/.config/github-copilot/xcode/mcp.json'], format: 'json', note: 'macOS only' },
  ],
  shapes: [{ at: ['servers'], lenses: copilotIdeStyle() }],
  transports: ['stdio', 'http', 'sse'],
  references: {},
  unknownKeys: 'kept',
  ownKeys: ['x-metadata'],
  reads: ['envFile'],
  merge: 'replace',
  behavior: { isDesktopApp: true, triesBothTransports: true },
});
