import { because } from '../../model/diagnostics/loss.ts';
import { oauth, toolLists } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { forRemote, limitedTimeout } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { shellStyle } from '../references.ts';
import type { Client, Lens } from '../types.ts';

export const copilotCli = (): Client => ({
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  docs: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  verified: { on: '2026-11-18', by: 'run', version: '1.0.102' },
  programs: ['copilot'],
  launch: {
    program: 'copilot',
    install: 'npm install -g @github/copilot',
    by: { kind: 'flag', flag: '--additional-mcp-config', prefix: '@' },
  },
  locations: [
    { scope: 'user', paths: ['~/.copilot/mcp-config.json'], baseVariable: 'COPILOT_HOME', format: 'jsonc' },
    {
      scope: 'project',
      paths: ['.mcp.json', '.github/mcp.json'],
      format: 'json',
      ancestors: true,
      note: 'strict JSON: a comment invalidates the file; other clients read it too',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        // It also accepts `local`, which other clients that read the project file do not.
        typed(
          { stdio: 'stdio', http: 'http', sse: 'sse' },
          { alsoRead: { local: 'stdio', 'streamable-http': 'http' } },
        ),
        ...same('command', 'args', 'cwd', 'url', 'headers'),
        ...forStdio(...same('env')),
        limitedTimeout('timeout', 'milliseconds', { max: 4_294_967 }),
        wildcardTools('tools'),
        ...forRemote(oauth({ clientId: ['oauthClientId'] })),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {
    syntax: shellStyle({ fallback: true, bare: true }),
    fields: ['command', 'args', 'env', 'cwd', 'url', 'headers'],
  },
  unknownKeys: 'kept',
  toolNames: 'unknown',
  // Some of these are newer than the tested release.
  ownKeys: [
    'deferTools',
    'disableToolCache',
    'excludeTools',
    'oauthGrantType',
    'oauthPublicClient',
    'oauthScopes',
    'slowConnectionThresholdMs',
  ],
  // Which results of tools reach the model without hidden characters and markup.
  trusts: { filterMapping: { unless: ['hidden_characters', 'markdown'] } },
  reads: ['auth', 'oauth', 'oidc'],
  switches: [
    {
      scopes: ['user', 'project'],
      path: '~/.copilot/settings.json',
      baseVariable: 'COPILOT_HOME',
      format: 'jsonc',
      at: ['disabledMcpServers'],
    },
  ],
  merge: 'replace',
  trust: 'trust the folder when Copilot asks; until then its servers are not shown',
  priority: 30,
  behavior: { onInvalidEntry: 'GitHub Copilot CLI skips the server without a message' },
  paste: { rank: 14, addCommands: [{ programs: ['copilot'], options: { '--tools': 'allow' } }] },
});

/** Allowed tools, where `*` means all. */
function wildcardTools(key: string): Lens {
  const lens = toolLists({ allow: key });
  return {
    ...lens,
    read(entry, server) {
      const names = entry.peek(key);
      if (Array.isArray(names) && names.includes('*')) entry.take(key);
      else lens.read(entry, server);
    },
    write(server, entry) {
      // A file can have any value there; validation reports it.
      const allowed: unknown = server.tools?.allow;
      if (Array.isArray(allowed) && allowed.includes('*'))
        entry.reportLoss('tools.allow', 'mapped', because('star-allows-all'));
      lens.write(server, entry);
    },
  };
}
