import * as z from 'zod';
import { maxNameLength } from '../../src/model/server-name.ts';
import { defaultRetries, defaultTimeout, platforms, transports } from '../../src/model/server.ts';
import type { Generator } from './generator.ts';

const text = z.string();
const texts = z.array(text);
const textMap = z.record(text, text);

const shared = {
  args: texts.describe('Arguments of the command; without effect on a remote server.').optional(),
  cwd: text.describe('The directory to start the command in; without effect on a remote server.').optional(),
  headers: textMap.describe('Sent with every request to a remote server. Values may be references.').optional(),
  name: text.describe('Overwritten by the key the server stands under.').optional(),
  env: textMap
    .describe('Environment variables. Values may be references such as ${TOKEN} or ${PORT:-8080}.')
    .optional(),
  disabled: z.boolean().describe('Keeps the definition without using it.').optional(),
  enabled: z.boolean().describe('The opposite of disabled; read, never written.').optional(),
  timeout: z.number().positive().default(defaultTimeout).describe('Seconds to wait for an answer.').optional(),
  retries: z.int().min(0).default(defaultRetries).describe('How often to try again after a failure.').optional(),
  platforms: z.array(z.enum(platforms)).describe('Systems the server runs on; all of them when absent.').optional(),
  auth: z
    .looseObject({
      type: z.literal('oauth'),
      credentialId: text.optional(),
      clientId: text.optional(),
      scopes: texts.optional(),
    })
    .describe('How to sign in. Tokens are never kept here.')
    .optional(),
  tools: z
    .looseObject({ allow: texts.optional(), deny: texts.optional() })
    .describe('Which tools may be used.')
    .optional(),
  title: text.optional(),
  description: text.optional(),
  extras: z.record(text, z.unknown()).describe('What only one client knows, by client.').optional(),
  targets: texts.describe('Clients that get the server: client, client:scope, a group, or "*" for all.').optional(),
  clients: z
    .record(text, z.union([z.literal(false), z.looseObject({})]))
    .describe('Fields that one client gets instead, by client; null leaves a field out, false the whole server.')
    .optional(),
  package: z
    .looseObject({
      registry: text,
      name: text,
      version: text.optional(),
      server: text.describe('Its name in the MCP registry.').optional(),
      source: text.describe('The address of that registry, unless it is the official one.').optional(),
    })
    .describe('The package that the server came from.')
    .optional(),
};

const local = z
  .looseObject({
    transport: z.literal('stdio').optional(),
    command: text.min(1).describe('The program to start.'),
    url: z.never().optional(),
    ...shared,
  })
  .describe('A server that is started and spoken to over standard input and output.');

const remote = z
  .looseObject({
    transport: z.enum(transports).exclude(['stdio']).optional(),
    url: text
      .regex(/^\s*https?:\/\/[^\s/?#:]|\$\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}]*)?\}/i)
      .describe('Where it is reached: http or https, references allowed.'),
    command: z.never().optional(),
    ...shared,
  })
  .describe('A server that is reached over HTTP.');

/** The catalog file, as editors check it while typing. */
export const catalogFile = z
  .looseObject({
    $schema: text.optional(),
    servers: z
      .record(text.regex(/^[A-Za-z0-9_.-]+$/).max(maxNameLength), z.union([local, remote]))
      .describe('MCP servers by name.')
      .optional(),
    groups: z.record(text, texts).describe('Named lists of clients, for targets.').optional(),
    profiles: z
      .record(
        text,
        z.looseObject({
          servers: texts.describe('The servers to use.'),
          tools: z
            .record(text, z.looseObject({ allow: texts.optional(), deny: texts.optional() }))
            .describe('Which tools of a server may be used, by server.')
            .optional(),
        }),
      )
      .describe('Named subsets of servers and tools.')
      .optional(),
    registries: texts
      .describe('MCP registries to use: URLs, or files or directories of server.json. Only in the catalog of the user.')
      .optional(),
  })
  .describe('A Plugboard catalog: MCP servers, defined once for every assistant.');

export const schemaFile: Generator = {
  path: 'schema/plugboard.schema.json',
  content: () => {
    const schema = z.toJSONSchema(catalogFile, { io: 'input' });
    return JSON.stringify({ $schema: schema.$schema, title: 'plugboard.json', ...schema });
  },
};
