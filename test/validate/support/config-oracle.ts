import * as z from 'zod';
import type { ValidationResult } from '../../../src/validate/mcp-config.ts';

/**
 * Config sets as a schema of the library whose words their users know. It differs from a plain reading of the format
 * where we want to: a server with only a URL is taken for http, a URL must be http or https, and one that holds a
 * reference passes.
 */
const reference = /\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/;
const texts = z.record(z.string(), z.string());

const server = z
  .object({
    type: z.enum(['stdio', 'http', 'sse']).optional(),
    command: z.string().optional(),
    args: z.array(z.string()).optional(),
    env: texts.optional(),
    url: z.string().optional(),
    headers: texts.optional(),
  })
  .superRefine((one, context) => {
    const complain = (code: string, field: string, message: string): void => {
      context.addIssue({ code: code as 'custom', path: [field], message });
    };
    const missing = 'Invalid input: expected string, received undefined';
    if (typeOf(one) === 'stdio') {
      if (one.command === undefined) complain('invalid_type', 'command', missing);
      else if (one.command === '') complain('too_small', 'command', 'Command cannot be empty');
    } else if (!one.url) complain('invalid_type', 'url', missing);
    else if (!reference.test(one.url) && !isWebAddress(one.url)) complain('custom', 'url', 'Must be a valid URL');
  })
  .transform((one) => ({ ...one, type: typeOf(one), args: one.args ?? [] }));

function typeOf(one: { type?: string | undefined; command?: unknown; url?: unknown }): string {
  return one.type ?? (!one.command && one.url ? 'http' : 'stdio');
}

function isWebAddress(url: string): boolean {
  return z.url().safeParse(url).success && /^https?:\/\//i.test(url.trim());
}

const config = z.object({
  mcpServers: z.record(z.string(), server).optional().default({}),
  description: z.string().optional(),
});

export function oracle(data: unknown): ValidationResult {
  const result = config.safeParse(data);
  if (result.success) return { success: true, data: result.data as NonNullable<ValidationResult['data']> };
  const errors = result.error.issues.map(({ path, message, code }) => ({ path: path.map(String), message, code }));
  return { success: false, errors };
}
