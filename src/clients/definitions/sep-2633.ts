import { oauth } from '../lenses/access.ts';
import { forStdio, same } from '../lenses/basic.ts';
import { forRemote, limitedText } from '../lenses/conditions.ts';
import { typed } from '../lenses/transport.ts';
import { uriStyle } from '../references.ts';
import type { Client } from '../types.ts';

export const sep2633 = (): Client => ({
  id: 'sep-2633',
  name: 'mcp.json (draft standard)',
  docs: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2633',
  verified: { on: '2026-11-15', by: 'docs', version: 'draft of 2026-04-21' },
  locations: [{ scope: 'project', paths: ['mcp.json'], format: 'json', note: 'the draft names no directory' }],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        typed(
          { stdio: 'stdio', http: 'streamable-http', sse: 'sse' },
          { alsoRead: { http: 'http' }, required: 'always' },
        ),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
        limitedText('title', 100),
        limitedText('description', 500),
        ...forRemote(
          oauth({
            clientId: ['oauth', 'clientId'],
            scopes: ['oauth', 'scopes'],
            redirectUri: ['oauth', 'redirectUri'],
          }),
        ),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: { syntax: { ...uriStyle, foreign: /^\$\{(?:input|op|value):/ } },
  unknownKeys: 'rejected',
  merge: 'replace',
  names: { pattern: /^[a-zA-Z0-9_[\]-]+$/ },
});
