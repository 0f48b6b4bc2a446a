import { geminiOauth, geminiStyle } from '../lenses/gemini-style.ts';
import { urlKeys } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const qwenCode = (): Client => ({
  id: 'qwen-code',
  name: 'Qwen Code',
  docs: 'https://qwenlm.github.io/qwen-code-docs/en/developers/tools/mcp-server/',
  verified: { on: '2026-11-18', by: 'run', version: '0.24.4' },
  programs: ['qwen'],
  // Not by its flag --mcp-config: references in that file are not expanded.
  launch: {
    program: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    by: {
      kind: 'variable',
      variable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
      instead: {
        linux: '/etc/qwen-code/settings.json',
        darwin: '/Library/Application Support/QwenCode/settings.json',
        win32: 'C:/ProgramData/qwen-code/settings.json',
      },
    },
  },
  locations: [
    {
      scope: 'user',
      paths: ['~/.qwen/settings.json'],
      format: 'jsonc',
      note: 'a trailing comma invalidates the file',
    },
    { scope: 'project', paths: ['.qwen/settings.json'], format: 'jsonc' },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [urlKeys({ http: 'httpUrl', sse: 'url' }), ...geminiStyle(), ...geminiOauth()],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  // Unlike Gemini CLI, it does not expand a reference with a default, even if the variable is set.
  references: { syntax: shellStyle({ fallback: false, bare: true }) },
  unknownKeys: 'kept',
  toolNames: 'whole',
  ownKeys: ['type', 'extensionName'],
  trusts: { trust: { truthy: true } },
  reads: ['tcp', 'authProviderType', 'targetAudience', 'targetServiceAccount'],
  ignores: { type: 'it takes url for sse and httpUrl for http' },
  merge: 'replace',
  trust: 'approve the servers of the project: qwen mcp approve --all',
  behavior: { onUnsetVariable: 'literal' },
  paste: {
    addCommands: [
      {
        programs: ['qwen'],
        options: { '--include-tools': 'allow', '--exclude-tools': 'deny' },
        flags: { '--trust': 'nothing' },
      },
    ],
  },
});
