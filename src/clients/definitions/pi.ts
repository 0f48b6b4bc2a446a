import { oauth, toolLists } from '../lenses/access.ts';
import { forStdio, same, timeout } from '../lenses/basic.ts';
import { forRemote } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client } from '../types.ts';

const otherForms = /\$env:(\w+)|\{env:(\w+)\}/g;

const oauthKeys = {
  clientId: ['oauth', 'clientId'],
  clientSecret: ['oauth', 'clientSecret'],
  scopes: ['oauth', 'scope'],
  redirectUri: ['oauth', 'redirectUri'],
} as const;

export const pi = (): Client => ({
  id: 'pi',
  name: 'Pi (MCP adapter)',
  docs: 'https://github.com/nicobailon/pi-mcp-adapter',
  // Pi has no MCP of its own. The package pi-mcp-adapter, config.ts, types.ts, utils.ts and server-manager.ts.
  verified: { on: '2026-11-18', by: 'run', version: '2.36.0' },
  programs: ['pi'],
  locations: [
    {
      scope: 'user',
      paths: ['~/.pi/agent/mcp.json'],
      baseVariable: 'PI_CODING_AGENT_DIR',
      format: 'jsonc',
      note: 'needs the package pi-mcp-adapter; ~/.config/mcp/mcp.json is read too, with lower precedence',
    },
    {
      scope: 'project',
      paths: ['.pi/mcp.json'],
      format: 'jsonc',
      note: '.mcp.json is read too, with lower precedence',
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        // Without it, it tries http first and then sse.
        typed({ sse: 'sse' }, { key: 'httpTransport', alsoRead: { 'streamable-http': 'http' } }),
        ...same('command', 'args', 'url', 'headers', 'disabled'),
        ...forStdio(...same('env', 'cwd')),
        timeout('requestTimeoutMs', 'milliseconds'),
        toolLists({ allow: 'includeTools', deny: 'excludeTools' }),
        ...forRemote(oauth(oauthKeys, { scopesAsText: true, marker: ['auth', 'oauth'] })),
      ],
    },
  ],
  references: {
    syntax: {
      ...shellStyle({ fallback: false }),
      shown: '${NAME}, $env:NAME, {env:NAME}',
      read: (text) => text.replaceAll(otherForms, (_, first?: string, second?: string) => `\${${first ?? second}}`),
      alsoExpands: /\$env:\w|\{env:\w+\}/,
    },
    // Its source, utils.ts, resolveServerUrl and mcp-auth-flow.ts: the address and the texts of a sign-in too.
    fields: ['args', 'env', 'cwd', 'url', 'headers', 'auth'],
    commands: { fields: ['env', 'headers'], write: (command) => `!${command}` },
  },
  unknownKeys: 'kept',
  toolNames: 'patterns',
  ownKeys: [
    'inheritEnv',
    'lifecycle',
    'idleTimeout',
    'exposeResources',
    'directTools',
    'toolPrefix',
    'searchKeywords',
    'debug',
    'trace',
    'protocolVersion',
    'tasks',
  ],
  // Its source, utils.ts: a token that begins with `!` is the output of a command.
  executes: { requestHeadersCommand: 'command', bearerToken: 'value' },
  // It can also take back confirmations that its settings require.
  trusts: { approveTools: { only: true } },
  reads: ['socket', 'caFile', 'bearerTokenEnv', 'bearerTokenStore'],
  merge: 'fields',
  behavior: { onUnsetVariable: 'empty' },
});
