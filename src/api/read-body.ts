import type { Context } from 'hono';
import type * as z from 'zod';
import { readJson, TooDeepError } from '../model/json/read-json.ts';
import { HttpError } from './http-error.ts';

/** Parses the request body; the error names the invalid field. */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await context.req.text();
  let sent: unknown;
  try {
    sent = text === '' ? {} : readJson(text);
  } catch (error) {
    const message = error instanceof TooDeepError ? error.message : 'The request body is not JSON.';
    throw new HttpError(400, { code: 'usage', message });
  }
  return checked(sent, schema);
}

/** Returns the query parameters, validated. */
export function readQuery<T>(context: Context, schema: z.ZodType<T>): T {
  return checked(context.req.query(), schema);
}

function checked<T>(sent: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const what = issue?.message ?? 'invalid value';
  throw new HttpError(400, {
    code: 'usage',
    message: field === '' ? `Invalid request: ${what}` : `${field}: ${what}`,
    ...(field !== '' && { field }),
  });
}
