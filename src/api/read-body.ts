import type { Context } from 'hono';
import type { z } from 'zod';
import { readJson, TooDeepError } from '../model/read-json.ts';
import { Refusal } from './refusal.ts';

/** The sent document, if it is as it should be; otherwise the answer names the field that is not. */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await context.req.text();
  let sent: unknown;
  try {
    sent = text === '' ? {} : readJson(text);
  } catch (error) {
    const message = error instanceof TooDeepError ? error.message : 'What was sent is not JSON.';
    throw new Refusal(400, { code: 'usage', message });
  }
  return checked(sent, schema);
}

/** The same for what stands behind the question mark of the address. */
export function readQuery<T>(context: Context, schema: z.ZodType<T>): T {
  return checked(context.req.query(), schema);
}

function checked<T>(sent: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const what = issue?.message ?? 'it is not as it should be';
  throw new Refusal(400, {
    code: 'usage',
    message: field === '' ? `What was sent cannot be used: ${what}` : `${field}: ${what}`,
    ...(field !== '' && { field }),
  });
}
