import * as z from 'zod';
import { checkArguments as checkAll, type CheckedArguments as Checked } from '../mcp/arguments.ts';
import type { Tool } from './tools/tool.ts';

/** The validated arguments of a call. */
export interface CheckedArguments extends Checked {
  readonly directory: string | undefined;
}

/** Tools that take a session or request ID also accept a directory: models pass one everywhere. */
const aboutSessions = ['sessionId', 'sessionIds', 'requestId'];

export function checkArguments({ input }: Pick<Tool, 'input'>, args: unknown): CheckedArguments {
  const takesDirectory = aboutSessions.some((name) => name in input.shape) && !('directory' in input.shape);
  const schema = takesDirectory ? input.extend({ directory: z.string().min(1).optional() }) : input;
  const checked = checkAll(schema, args);
  return { ...checked, directory: checked.input['directory'] as string | undefined };
}
