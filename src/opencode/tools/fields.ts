import * as z from 'zod';

/** Arguments that many tools share. */
export const directory = z.string().min(1).optional().describe('Absolute path of the project.');

export const sessionId = z.string().regex(/^ses\w*$/, 'session IDs start with ses');

export const messageId = z.string().regex(/^msg\w*$/, 'message IDs start with msg');

export const limit = (usual: number, most: number): z.ZodDefault<z.ZodNumber> =>
  z.number().int().min(1).max(most).default(usual);

export const cursor = z.string().min(1).optional().describe('nextCursor of the previous result.');

export const model = z
  .string()
  .regex(/^[^/]+\/.+$/, 'must have the form provider/model')
  .optional()
  .describe('provider/model from opencode_model_list.');

export const agent = z.string().min(1).optional().describe('Name from opencode_agent_list.');

export const scope = z.enum(['project', 'global']).describe('Which settings file.');
