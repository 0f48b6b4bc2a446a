import { inputsAsVariables } from '../inputs.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import { editorStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const vscode = (): Client => ({
  id: 'vscode',
  name: 'VS Code',
  docs: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  verified: { on: '2026-11-18', by: 'run', version: '1.139.1' },
  programs: ['code'],
  locations: [
    { scope: 'project', paths: ['.vscode/mcp.json'], format: 'jsonc' },
    {
      scope: 'user',
      paths: {
        linux: ['~/.config/Code/User/mcp.json'],
        darwin: ['~/Library/Application Support/Code/User/mcp.json'],
        win32: ['%APPDATA%/Code/User/mcp.json'],
      },
      format: 'jsonc',
      note: 'of the default profile; other profiles have their own files',
    },
  ],
  shapes: [
    {
      at: ['servers'],
      lenses: [
        typed({ stdio: 'stdio', http: 'http', sse: 'sse' }, { alsoRead: { 'streamable-http': 'http' } }),
        ...same('command', 'args', 'cwd', 'url', 'headers'),
        ...forStdio(...same('env')),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: {
      ...editorStyle,
      shown: '${env:NAME}, ${input:id}, ${workspaceFolder}, ${userHome}',
      foreign:
        /^\$\{(?:input|command|config|workspaceFolder)(?::[^}]*)?\}$|^\$\{(?:userHome|workspaceFolderBasename|pathSeparator)\}$/,
    },
  },
  // Its editor marks unknown keys as errors.
  unknownKeys: 'rejected',
  ownKeys: ['gallery', 'version'],
  // Starts the server at once, through a debugger whose path it can name.
  executes: { dev: 'settings' },
  // Calls of tools of a server in a sandbox need no confirmation, and `sandbox` says what it may do there.
  trusts: { sandboxEnabled: {}, sandbox: {} },
  reads: ['envFile'],
  merge: 'replace',
  trust: 'trust the server when VS Code asks on its first start',
  inputs: ['inputs'],
  quirks: inputsAsVariables('vscode'),
  priority: 20,
  // https://code.visualstudio.com/docs/copilot/agents/agent-tools: a chat request can have at most 128 tools.
  behavior: { isDesktopApp: true, triesBothTransports: true, mostTools: 128 },
  paste: {
    rank: 4,
    olderContainer: ['mcp', 'servers'],
    linkSchemes: ['vscode', 'vscode-insiders', 'vscodium'],
    linkPage: { host: 'vscode.dev', path: /^redirect/i },
    jsonOption: {},
  },
});
