import type { InputRequiredResult, JsonSchemaType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import { type Access, accessLevels, accessRules } from '../turn/access.ts';
import { chooseAgent, chooseModel } from '../turn/choices.ts';
import type { Resume } from '../turn/elicit.ts';
import { attachments } from '../turn/prompt-parts.ts';
import { checkCanceled } from '../turn/reserve.ts';
import { resumeTurn, runTurn } from '../turn/run-turn.ts';
import { validator } from '../turn/structured.ts';
import type { TurnRequest } from '../turn/turn-request.ts';
import type { Api } from '../upstream/api.ts';
import type { Session } from '../upstream/types.ts';
import { agent, maxChars, model } from './fields.ts';
import type { Data, ToolCall } from './tool.ts';
import { refuseUnused } from './unused.ts';

/** A week; a timer cannot be set for much longer. */
const mostMinutes = 10_080;

/** What tools that start a turn have in common. */
export const turnFields = {
  prompt: z.string().min(1).describe('The task, self-contained: OpenCode sees the project, not this conversation.'),
  model,
  agent,
  variant: z.string().min(1).optional().describe('Variant of the model, such as high.'),
  system: z.string().min(1).optional().describe('Extra instructions for this turn.'),
  files: z.array(z.string().min(1)).max(50).default([]).describe('Files of the project to attach.'),
  outputSchema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema for data in the answer.'),
  waitSeconds: z.number().min(0).max(3600).optional().describe('0 returns at once; the turn goes on.'),
  maxChars,
  budget: z
    .strictObject({
      tokens: z.number().int().positive().optional(),
      cost: z.number().positive().optional(),
      minutes: z.number().positive().max(mostMinutes).optional(),
    })
    .refine((budget) => Object.values(budget).some((limit) => limit !== undefined), 'name tokens, cost or minutes')
    .optional()
    .describe('Limits that stop the turn when reached; cost in US dollars.'),
};

export const access = z
  .enum(accessLevels)
  .optional()
  .describe(
    'read-only; edit: no commands; full: never asks; ask: before edits, commands and MCP tools. Default: as configured.',
  );

const turnInput = z.object(turnFields);
type TurnInput = z.infer<typeof turnInput>;

export const turnOutput = z.looseObject({
  sessionId: z.string(),
  status: z.enum(['completed', 'rejected', 'stopped', 'running', 'retrying', 'waiting_input', 'accepted']),
  answer: z.string().optional(),
});

/** Checks what OpenCode would choke on without words, and gives a turn what it needs. */
async function turnRequest(
  call: ToolCall,
  api: Api,
  input: TurnInput,
  sessionId: string | undefined,
): Promise<TurnRequest> {
  const { settings } = call.app;
  const outputSchema = input.outputSchema as JsonSchemaType | undefined;
  if (outputSchema) validator(outputSchema);
  if (outputSchema && input.waitSeconds === 0)
    throw new ToolFailure('INVALID_INPUT', 'outputSchema has no effect with waitSeconds 0: data comes with the end.', [
      'Leave one of them out.',
    ]);
  const session = sessionId === undefined ? undefined : await api.get<Session>(`/session/${sessionId}`);
  const { model, variant } = input;
  return {
    ...input,
    agent: await chooseAgent(api, input.agent, session),
    attached: await attachments(api, input.files, settings.roots),
    model: await chooseModel(api, { model, variant, session, fallback: settings.defaultModel }),
    outputSchema,
    waitSeconds: input.waitSeconds ?? settings.timeout / 1000,
  };
}

/** Where a turn takes place. */
export interface TurnPlace {
  readonly directory?: string | undefined;
  /** None for a new session. */
  readonly sessionId?: string | undefined;
  readonly access?: Access | undefined;
  readonly title?: string | undefined;
}

/** A turn in a session, or the rest of one that has been waiting for a person. */
export async function turn(call: ToolCall, input: TurnInput, place: TurnPlace): Promise<Data | InputRequiredResult> {
  const resume = call.context.mcpReq.requestState<Resume>();
  if (resume) {
    const api = await call.api(resume.directory);
    return resumeTurn(call, api, resume, await turnRequest(call, api, { ...input, files: [] }, resume.sessionId));
  }
  const { sessionId, title } = place;
  if (sessionId !== undefined)
    refuseUnused(call, ['title', 'worktree'], 'with sessionId: the session is there already');
  const api = sessionId === undefined ? await call.api(place.directory) : await call.sessionApi(sessionId);
  const request = await turnRequest(call, api, input, sessionId);
  const rules = place.access ? await accessRules(api, place.access) : undefined;
  checkCanceled(call);
  return runTurn(call, api, { sessionId, title, rules }, request);
}
