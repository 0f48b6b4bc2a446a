import { z } from 'zod';
import { pageText } from '../page.ts';
import { checkAgent, checkCommand, chooseModel } from '../turn/choices.ts';
import { followRequest, isMessage } from '../turn/follow-request.ts';
import { messageText } from '../turn/message-text.ts';
import { pagedAnswer } from '../turn/outcome.ts';
import type { Message } from '../upstream/types.ts';
import { acts } from './annotations.ts';
import { agent, directory, maxChars, model, sessionId } from './fields.ts';
import { tool } from './tool.ts';
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
    const id = input.sessionId;
    await api.get(`/session/${id}`);
    await checkCommand(api, input.command);
    await checkAgent(api, input.agent);
    const chosen = await chooseModel(api, input.model, call.app.settings.defaultModel);
    const body = {
      command: input.command,
      arguments: input.arguments,
      agent: input.agent,
      ...(chosen ? { model: `${chosen.providerID}/${chosen.modelID}` } : {}),
    };
    const work = api.post<Message>(`/session/${id}/command`, body, { timeout: 0 });
    const seconds = input.waitSeconds ?? call.app.settings.timeout / 1000;
    const result = await followRequest(call, api, id, work, seconds);
    if (!isMessage(result)) return result;
    return { sessionId: id, status: 'completed', ...pagedAnswer(result, input.maxChars) };
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
    const id = input.sessionId;
    await api.get(`/session/${id}`);
    await checkAgent(api, input.agent);
    const chosen = await chooseModel(api, undefined, call.app.settings.defaultModel);
    const body = { agent: input.agent ?? 'build', command: input.command, ...(chosen ? { model: chosen } : {}) };
    const work = api.post<Message>(`/session/${id}/shell`, body, { timeout: 0 });
    const seconds = input.waitSeconds ?? call.app.settings.timeout / 1000;
    const result = await followRequest(call, api, id, work, seconds);
    if (!isMessage(result)) return result;
    const { text, truncated, total } = pageText(outputOf(result), 0, input.maxChars);
    return { sessionId: id, status: 'completed', answer: text, ...(truncated ? { truncated, total } : {}) };
  },
});

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
