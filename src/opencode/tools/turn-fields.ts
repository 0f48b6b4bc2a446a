import type { InputRequiredResult, JsonSchemaType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { accessLevels } from '../turn/access.ts';
import { checkAgent, chooseModel } from '../turn/choices.ts';
import type { Resume } from '../turn/elicit.ts';
import { resumeTurn, runTurn, type TurnRequest } from '../turn/run-turn.ts';
import type { Api } from '../upstream/api.ts';
import { agent, maxChars, model } from './fields.ts';
import type { Data, ToolCall } from './tool.ts';

/** What tools that start a turn have in common. */
export const turnFields = {
  prompt: z
    .string()
    .min(1)
    .describe('What to do, with everything OpenCode has to know: it sees the project, not your talk.'),
  model,
  agent,
  variant: z.string().min(1).optional().describe('Variant of the model, such as high, where it has some.'),
  system: z.string().min(1).optional().describe('Instructions for this turn besides the usual ones.'),
  files: z.array(z.string().min(1)).max(50).default([]).describe('Files to attach; paths in the directory.'),
  outputSchema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schema; the answer then also comes as data that fits it.'),
  waitSeconds: z
    .number()
    .min(0)
    .max(3600)
    .optional()
    .describe('How long to wait for the end; 0 returns at once. The turn goes on when the time is up.'),
  maxChars,
};

export const access = z
  .enum(accessLevels)
  .optional()
  .describe(
    'read-only: no edits, no commands; edit: edits, no commands; full: everything without asking; ask: asks before edits and commands. Default: as OpenCode is configured.',
  );

const turnInput = z.object(turnFields);
type TurnInput = z.infer<typeof turnInput>;

export const turnOutput = z.looseObject({
  sessionId: z.string(),
  status: z.enum(['completed', 'running', 'retrying', 'waiting_input', 'accepted']),
  answer: z.string().optional(),
  filesChanged: z.array(z.looseObject({ file: z.string().optional() })).optional(),
  requests: z.array(z.looseObject({ requestId: z.string(), kind: z.string() })).optional(),
  nextCursor: z.string().optional(),
  next: z.string().optional(),
});

/** Checks what OpenCode would choke on without words, and gives a turn what it needs. */
export async function turnRequest(call: ToolCall, api: Api, input: TurnInput): Promise<TurnRequest> {
  const { settings } = call.app;
  await checkAgent(api, input.agent);
  return {
    ...input,
    model: await chooseModel(api, input.model, settings.defaultModel),
    outputSchema: input.outputSchema as JsonSchemaType | undefined,
    waitSeconds: input.waitSeconds ?? settings.timeout / 1000,
  };
}

/** A turn in a session, or the rest of one that has been waiting for a person. */
export async function turn(
  call: ToolCall,
  input: TurnInput & { readonly directory?: string | undefined },
  session: (api: Api) => Promise<string>,
): Promise<Data | InputRequiredResult> {
  const resume = call.context.mcpReq.requestState<Resume>();
  const api = await call.api(resume?.directory ?? input.directory);
  const request = await turnRequest(call, api, input);
  return resume ? resumeTurn(call, resume, request) : runTurn(call, api, await session(api), request);
}
