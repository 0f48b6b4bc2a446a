import type { InputRequiredResult, JsonSchemaType } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { maxChars } from '../../mcp/arguments.ts';
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
import { agent, model } from './fields.ts';
import type { Data, ToolCall } from './tool.ts';
import { refuseUnused } from './unused.ts';

/** A week; timers cannot run much longer. */
const mostMinutes = 10_080;

/** Arguments of all tools that start a turn. */
export const turnFields = {
  prompt: z.string().min(1).describe('The task, self-contained: OpenCode sees the project, not this conversation.'),
  model,
  agent,
  variant: z.string().min(1).optional().describe('Variant of the model, such as high.'),
  system: z.string().min(1).optional().describe('Extra instructions for this turn.'),
  files: z.array(z.string().min(1)).max(50).default([]).describe('Files of the project to attach.'),
  outputSchema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of data to return.'),
  waitSeconds: z.number().min(0).max(3600).optional().describe('0 returns at once; the turn continues.'),
  maxChars,
  budget: z
    .strictObject({
      tokens: z.number().int().positive().optional(),
      cost: z.number().positive().optional(),
      minutes: z.number().positive().max(mostMinutes).optional(),
    })
    .refine((budget) => Object.values(budget).some((limit) => limit !== undefined), 'needs tokens, cost or minutes')
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

/** Validates input on which OpenCode would fail silently, and builds the turn's input. */
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
    throw new ToolFailure(
      'INVALID_INPUT',
      'outputSchema has no effect with waitSeconds 0: data arrives when the turn ends.',
      ['Omit one of them.'],
    );
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

/** The session of a turn, or the settings of a new one. */
export interface TurnPlace {
  readonly directory?: string | undefined;
  /** Unset for a new session. */
  readonly sessionId?: string | undefined;
  readonly access?: Access | undefined;
  readonly title?: string | undefined;
}

/** Runs a turn in a session, or resumes one that waited for a user. */
export async function turn(call: ToolCall, input: TurnInput, place: TurnPlace): Promise<Data | InputRequiredResult> {
  const resume = call.context.mcpReq.requestState<Resume>();
  if (resume) {
    const api = await call.api(resume.directory);
    return resumeTurn(call, api, resume, await turnRequest(call, api, { ...input, files: [] }, resume.sessionId));
  }
  const { sessionId, title } = place;
  if (sessionId !== undefined) refuseUnused(call, ['title', 'worktree'], 'with sessionId: the session already exists');
  const api = sessionId === undefined ? await call.api(place.directory) : await call.sessionApi(sessionId);
  const request = await turnRequest(call, api, input, sessionId);
  const rules = place.access ? await accessRules(api, place.access) : undefined;
  checkCanceled(call);
  return runTurn(call, api, { sessionId, title, rules }, request);
}
