import { envByVariable, headersByVariable, oauth, toolLists } from '../lenses/access.ts';
import { enabledSwitch, forStdio, same, timeout } from '../lenses/basic.ts';
import { untyped } from '../lenses/transport.ts';
import type { Client } from '../types.ts';

export const codex = (): Client => ({
  id: 'codex',
  name: 'Codex',
  docs: 'https://developers.openai.com/codex/mcp',
  verified: { on: '2026-11-18', by: 'run', version: '0.169.0' },
  programs: ['codex'],
  // Not by CODEX_HOME: its database would record the session paths there, and they could not be found later.
  launch: {
    program: 'codex',
    install: 'npm install -g @openai/codex',
    by: { kind: 'profile', flag: '--profile', aliases: ['-p'], ending: '.config.toml' },
    below: ['project'],
  },
  locations: [
    { scope: 'user', paths: ['~/.codex/config.toml'], baseVariable: 'CODEX_HOME', format: 'toml' },
    { scope: 'project', paths: ['.codex/config.toml'], format: 'toml' },
    { scope: 'managed', paths: ['/etc/codex/config.toml'], format: 'toml', note: 'not tested' },
  ],
  shapes: [
    {
      at: ['mcp_servers'],
      lenses: [
        untyped(),
        ...same('command', 'args', 'url'),
        ...forStdio(...same('cwd'), envByVariable({ literal: 'env', passed: 'env_vars' })),
        headersByVariable({ literal: 'http_headers', byVariable: 'env_http_headers', bearer: 'bearer_token_env_var' }),
        enabledSwitch(),
        timeout('tool_timeout_sec', 'seconds'),
        toolLists({ allow: 'enabled_tools', deny: 'disabled_tools' }),
        oauth({ clientId: ['oauth', 'client_id'], scopes: ['scopes'] }),
      ],
    },
  ],
  extension: { directory: '~/.codex/skills', baseVariable: 'CODEX_HOME', skill: 'SKILL.md' },
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'rejected',
  // By descriptions of its source (ToolFilter: sets of names); not tried.
  toolNames: 'whole',
  ownKeys: ['startup_timeout_sec', 'startup_timeout_ms', 'required', 'supports_parallel_tool_calls', 'environment_id'],
  executes: { http_headers_helper: 'line' },
  // `auto`, the default, follows the annotations of a tool; `writes` asks at least as often.
  trusts: {
    default_tools_approval_mode: { unless: ['auto', 'prompt', 'writes'] },
    tools: { unless: ['auto', 'prompt', 'writes'] },
  },
  reads: ['oauth_resource', 'auth'],
  merge: 'fields',
  trust: 'trust the project: trust_level = "trusted" in its [projects] table of the user file',
  trustRecords: [
    {
      path: '~/.codex/config.toml',
      baseVariable: 'CODEX_HOME',
      format: 'toml',
      at: (project) => ['projects', project, 'trust_level'],
      means: ['trusted'],
    },
  ],
  priority: 70,
  behavior: {
    onInvalidEntry: 'every command of Codex fails until this is fixed',
    invalidEntryCosts: 'everything',
  },
  paste: { rank: 5, addCommands: [{ programs: ['codex', '@openai/codex'] }] },
});
