import type { TrustRecord } from '../behavior.ts';
import { oauth } from '../lenses/access.ts';
import { renamed, same, timeout } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

/** One file contains the user scope and, per project, the local scope. */
const ownFile = { paths: ['~/.claude.json'], baseVariable: 'CLAUDE_CONFIG_DIR', format: 'json' } as const;

const offInProject = (project: string): string[] => ['projects', project, 'disabledMcpServers'];
const onInProject = (project: string): string[] => ['projects', project, 'enabledMcpjsonServers'];
const by = { kind: 'flag', flag: '--mcp-config', takesSets: true, greedy: true } as const;
const inConfigDir = { baseVariable: 'CLAUDE_CONFIG_DIR', format: 'jsonc' } as const;

export const claudeCode = (): Client => ({
  id: 'claude-code',
  name: 'Claude Code',
  docs: 'https://code.claude.com/docs/en/mcp',
  verified: { on: '2026-11-18', by: 'run', version: '2.1.326' },
  programs: ['claude'],
  launch: { program: 'claude', install: 'npm install -g @anthropic-ai/claude-code', by, only: ['--strict-mcp-config'] },
  locations: [
    { scope: 'project', paths: ['.mcp.json'], format: 'json', ancestors: true, note: 'a comment invalidates the file' },
    { scope: 'user', ...ownFile },
    { scope: 'local', ...ownFile, atProject: (project) => ['projects', project, 'mcpServers'] },
    {
      scope: 'managed',
      paths: {
        linux: ['/etc/claude-code/managed-mcp.json'],
        darwin: ['/Library/Application Support/ClaudeCode/managed-mcp.json'],
        win32: ['C:/Program Files/ClaudeCode/managed-mcp.json'],
      },
      format: 'json',
      exclusive: true,
      note: 'not tested',
    },
    // Other tools store servers in the settings files; Claude Code itself ignores them there.
    { scope: 'project', variant: 'settings', paths: ['.claude/settings.json'], format: 'jsonc', unread: true },
    { scope: 'local', variant: 'settings', paths: ['.claude/settings.local.json'], format: 'jsonc', unread: true },
    { ...inConfigDir, scope: 'user', variant: 'settings', paths: ['~/.claude/settings.json'], unread: true },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed(
          { stdio: 'stdio', http: 'http', sse: 'sse' },
          { alsoKeys: ['transport'], alsoRead: { 'streamable-http': 'http' }, required: 'with-url' },
        ),
        ...same('command', 'args', 'env', 'url', 'headers'),
        timeout('timeout', 'milliseconds'),
        renamed('title', 'displayName'),
        oauth(
          {
            clientId: ['oauth', 'clientId'],
            callbackPort: ['oauth', 'callbackPort'],
            metadataUrl: ['oauth', 'authServerMetadataUrl'],
            scopes: ['oauth', 'scopes'],
          },
          { scopesAsText: true },
        ),
      ],
    },
  ],
  extension: {
    directory: '~/.claude/skills',
    baseVariable: 'CLAUDE_CONFIG_DIR',
    skill: 'SKILL.md',
    manifest: { path: '.claude-plugin/plugin.json', keys: { skills: ['./'] } },
  },
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: shellStyle({ fallback: true }), fields: ['command', 'args', 'env', 'url', 'headers'] },
  unknownKeys: 'kept',
  ownKeys: ['alwaysLoad', 'bareElicitationCapability', 'role', 'discoveryCache'],
  executes: { headersHelper: 'line' },
  trusts: {
    toolPermissions: { unless: ['ask', 'blocked'] },
    tools: { unless: ['always_ask', 'always_deny'], listsTools: true },
  },
  ignores: { cwd: 'it starts servers in the project directory', platforms: 'it starts the server on every system' },
  // The first match is written to; all of them are honored.
  switches: [
    { scopes: ['project'], path: '.claude/settings.local.json', format: 'jsonc', at: ['disabledMcpjsonServers'] },
    { scopes: ['project'], path: '.claude/settings.json', format: 'jsonc', at: ['disabledMcpjsonServers'] },
    { ...inConfigDir, scopes: ['project'], path: '~/.claude/settings.json', at: ['disabledMcpjsonServers'] },
    { ...inConfigDir, format: 'json', scopes: ['project'], path: '~/.claude.json', at: offInProject },
    { scopes: ['user', 'local'], format: 'json', at: offInProject },
  ],
  merge: 'replace',
  precedence: ['managed', 'local', 'project', 'user'],
  trust: 'approve the project server when Claude Code asks, in a trusted folder',
  names: { reserved: ['workspace', 'claude-in-chrome', 'computer-use'] },
  trustRecords: [
    { ...inConfigDir, format: 'json', path: '~/.claude.json', at: onInProject },
    ...['.claude/settings.local.json', '~/.claude/settings.json'].flatMap((path): TrustRecord[] => [
      { ...inConfigDir, path, at: () => ['enabledMcpjsonServers'] },
      { ...inConfigDir, path, at: () => ['enableAllProjectMcpServers'], means: [true] },
    ]),
  ],
  priority: 80,
  behavior: {
    needsCmd: true,
    onInvalidEntry: 'Claude Code skips the entry; only `claude mcp list` reports it',
    onUnsetVariable: 'literal',
  },
  toolMentions: {
    settings: ['.claude/settings.json', '.claude/settings.local.json', '~/.claude/settings.json'],
    agents: ['.claude/agents', '~/.claude/agents'],
    agentServers: 'mcpServers',
    baseVariable: 'CLAUDE_CONFIG_DIR',
  },
  paste: {
    rank: 1,
    linkSchemes: ['ccswitch'],
    addCommands: [{ programs: ['claude', '@anthropic-ai/claude-code'], kind: 'claude-command' }],
  },
});
