import { z } from 'zod';
import { mostChars, usualChars } from '../page.ts';

/** Arguments that many tools have, with the same words. */
export const directory = z
  .string()
  .min(1)
  .optional()
  .describe('Absolute path of the project directory. Default: the project this server was started for.');

export const sessionId = z.string().regex(/^ses/, 'ids of sessions begin with ses').describe('Id of the session.');

export const limit = (usual: number, most: number): z.ZodDefault<z.ZodNumber> =>
  z.number().int().min(1).max(most).default(usual).describe('How many at most.');

export const cursor = z.string().min(1).optional().describe('nextCursor of the previous answer, to go on from there.');

export const maxChars = z
  .number()
  .int()
  .min(200)
  .max(mostChars)
  .default(usualChars)
  .describe('How much text at most; the rest is had with the cursor.');

export const model = z
  .string()
  .regex(/^[^/]+\/.+$/, 'write provider/model')
  .optional()
  .describe('provider/model as opencode_model_list shows it. Default: the configured model.');

export const agent = z.string().min(1).optional().describe('Name of an agent from opencode_agent_list.');

export const scope = z
  .enum(['project', 'global'])
  .describe('project: the settings file in the directory; global: the one for all projects.');
