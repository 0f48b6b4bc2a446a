import { inputsAsVariables } from '../inputs.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import type { Client } from '../types.ts';

export const visualStudio = (): Client => ({
  id: 'visual-studio',
  name: 'Visual Studio',
  docs: 'https://learn.microsoft.com/visualstudio/ide/mcp-servers',
  // That page, and the guide of GitHub's MCP server for editors.
  verified: { on: '2026-11-18', by: 'docs', version: '17.14' },
  programs: ['devenv'],
  locations: [
    { scope: 'user', paths: ['~/.mcp.json'], format: 'jsonc', note: 'Windows only' },
    { scope: 'local', paths: ['.vs/mcp.json'], format: 'jsonc', note: 'for you in one solution' },
    {
      scope: 'project',
      paths: ['.mcp.json'],
      format: 'jsonc',
      note: 'beside the solution; files of VS Code and Cursor in the project are read too',
    },
  ],
  shapes: [
    {
      at: ['servers'],
      lenses: [
        typed({ stdio: 'stdio', http: 'http', sse: 'sse' }),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: {
      shown: '${input:id}',
      fallback: false,
      write: (name) => `\${${name}}`,
      read: (text) => text,
      foreign: /^\$\{input:[^}]*\}$/,
    },
    fields: [],
  },
  unknownKeys: 'kept',
  merge: 'replace',
  trust: 'enable the tools of the server in the Copilot chat window',
  inputs: ['inputs'],
  quirks: inputsAsVariables('visual-studio'),
  behavior: { isDesktopApp: true, needsCmd: true },
});
