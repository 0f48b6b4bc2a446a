import * as z from 'zod';
import { inferTransport, type Transport, transports } from '../model/server.ts';
import { isWebAddress } from './server-rules.ts';

const texts = z.record(z.string(), z.string());
const missing = 'Invalid input: expected string, received undefined';

const ServerSchema = z
  .object({
    type: z.enum(transports).optional(),
    command: z.string().optional(),
    args: z.array(z.string()).optional(),
    env: texts.optional(),
    url: z.string().optional(),
    headers: texts.optional(),
  })
  .superRefine((server, context) => {
    const addIssue = (code: string, field: string, message: string): void => {
      context.addIssue({ code: code as 'custom', path: [field], message });
    };
    if (transportOf(server) === 'stdio') {
      if (server.command === undefined) addIssue('invalid_type', 'command', missing);
      else if (server.command === '') addIssue('too_small', 'command', 'Command cannot be empty');
    } else if (!server.url) addIssue('invalid_type', 'url', missing);
    else if (!isWebAddress(server.url)) addIssue('custom', 'url', 'Must be a valid URL');
  })
  .transform((server) => ({ ...server, type: transportOf(server), args: server.args ?? [] }));

/**
 * A Zod schema of config sets, for programs that compose schemas. It accepts and rejects the same as
 * `validateMcpConfig`, with the same messages; that function needs no schema library.
 */
export const McpConfigSchema = z.object({
  mcpServers: z.record(z.string(), ServerSchema).optional().default({}),
  description: z.string().optional(),
});

function transportOf({
  type,
  command,
  url,
}: {
  type?: Transport | undefined;
  command?: unknown;
  url?: unknown;
}): Transport {
  return inferTransport({ transport: type, command, url });
}
