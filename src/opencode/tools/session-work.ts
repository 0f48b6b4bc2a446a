import { z } from 'zod';
import { pageText } from '../page.ts';
import { checkAgent, checkCommand, chooseModel } from '../turn/choices.ts';
import { followRequest, isMessage } from '../turn/follow-request.ts';
import { messageText } from '../turn/message-text.ts';
import { pagedAnswer } from '../turn/outcome.ts';
import type { Api } from '../upstream/api.ts';
import type { Message, ModelId } from '../upstream/types.ts';
import { acts } from './annotations.ts';
import { agent, directory, maxChars, model, sessionId } from './fields.ts';
import { type Data, tool, type ToolCall } from './tool.ts';
import { turnFields, turnOutput } from './turn-fields.ts';

const { waitSeconds } = turnFields;

export const sessionCommand = tool({
  name: 'opencode_session_command',
  title: 'Run a command of OpenCode',
  toolset: 'session',
  description: 'Run one of the slash commands of OpenCode, such as init or review, in a session.',
  annotations: acts,
  input: z.object({
    directory,
    sessionId,
    command: z.string().min(1).describe('Name from opencode_command_list, without the slash.'),
    arguments: z.string().default('').describe('What follows the command.'),
    agent,
    model,
    waitSeconds,
    maxChars,
  }),
  output: turnOutput,
  async run(input, call) {
    const api = await call.api(input.directory);
    await checkCommand(api, input.command);
    const result = await doInSession(call, api, 'command', input, (chosen) => ({
      command: input.command,
      arguments: input.arguments,
      agent: input.agent,
      ...(chosen ? { model: `${chosen.providerID}/${chosen.modelID}` } : {}),
    }));
    if (!isMessage(result)) return result;
    return { sessionId: input.sessionId, status: 'completed', ...pagedAnswer(result, input.maxChars) };
  },
});

export const sessionShell = tool({
  name: 'opencode_session_shell',
  title: 'Run a shell command',
  toolset: 'session',
  description:
    'Run a shell command in the project; OpenCode sees it and its output. OpenCode asks nobody before it runs it, so access has to be full.',
  annotations: acts,
  input: z.object({
    directory,
    sessionId,
    command: z.string().min(1).describe('The command line.'),
    access: z.literal('full', 'shell commands are run without asking: pass access full').describe('Must be full.'),
    agent,
    waitSeconds,
    maxChars,
  }),
  output: turnOutput,
  async run(input, call) {
    const api = await call.api(input.directory);
    const result = await doInSession(call, api, 'shell', input, (chosen) => ({
      agent: input.agent ?? 'build',
      command: input.command,
      ...(chosen ? { model: chosen } : {}),
    }));
    if (!isMessage(result)) return result;
    const { text, truncated, total } = pageText(outputOf(result), 0, input.maxChars);
    return {
      sessionId: input.sessionId,
      status: 'completed',
      answer: text,
      ...(truncated ? { truncated, total } : {}),
    };
  },
});

interface Work {
  readonly sessionId: string;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly waitSeconds?: number | undefined;
}

/** Checks what OpenCode would choke on without words, has it begin, and waits for the end. */
async function doInSession(
  call: ToolCall,
  api: Api,
  what: 'command' | 'shell',
  { sessionId: id, ...input }: Work,
  bodyWith: (model: ModelId | undefined) => object,
): Promise<Message | Data> {
  const { settings } = call.app;
  await api.get(`/session/${id}`);
  await checkAgent(api, input.agent);
  const body = bodyWith(await chooseModel(api, input.model, settings.defaultModel));
  const work = api.post<Message>(`/session/${id}/${what}`, body, { timeout: 0 });
  return followRequest(call, api, id, work, input.waitSeconds ?? settings.timeout / 1000);
}

function outputOf(message: Message): string {
  const state = message.parts.find(({ type }) => type === 'tool')?.state;
  return state?.output ?? state?.error ?? messageText(message);
}

export const sessionSummarize = tool({
  name: 'opencode_session_summarize',
  title: 'Summarize a session',
  toolset: 'session',
  description: 'Have a model replace what was said so far by a summary, so that a long session fits its model again.',
  annotations: acts,
  input: z.object({ directory, sessionId, model }),
  output: z.looseObject({ sessionId: z.string(), summarized: z.boolean() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    await api.get(`/session/${input.sessionId}`);
    const chosen = await chooseModel(api, input.model, call.app.settings.defaultModel);
    const body = chosen ?? {};
    const summarized = await api.post<boolean>(`/session/${input.sessionId}/summarize`, body, { timeout: 290_000 });
    return { sessionId: input.sessionId, summarized };
  },
});
