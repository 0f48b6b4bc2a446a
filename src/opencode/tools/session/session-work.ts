import * as z from 'zod';
import { acts } from '../../../mcp/annotations.ts';
import { maxChars } from '../../../mcp/arguments.ts';
import { fitText, sizeOf } from '../../../mcp/page.ts';
import type { Host } from '../../../model/host.ts';
import { checkCommand, chooseAgent, chooseModel } from '../../turn/choices.ts';
import { checkCommandAccess, checkCommandFiles } from '../../turn/command-access.ts';
import { followRequest, isMessage } from '../../turn/follow-request.ts';
import { messageText } from '../../turn/message-text.ts';
import { pagedAnswer } from '../../turn/outcome.ts';
import { inSession } from '../../turn/reserve.ts';
import type { Api } from '../../upstream/api.ts';
import type { Message, ModelId, Session } from '../../upstream/types.ts';
import { agent, model, sessionId } from '../fields.ts';
import { type Data, tool, type ToolCall } from '../tool.ts';
import { turnFields, turnOutput } from '../turn-fields.ts';
import { refuseUnused } from '../unused.ts';

const { waitSeconds } = turnFields;

export const sessionCommand = tool({
  name: 'opencode_session_command',
  title: 'Run a slash command',
  toolset: 'session',
  description: 'Run an OpenCode slash command, such as init or review, in a session.',
  annotations: acts,
  input: z.object({
    sessionId,
    command: z.string().min(1).describe('Name from opencode_command_list, without the slash.'),
    arguments: z.string().default('').describe('Arguments of the command.'),
    agent,
    model,
    waitSeconds,
    maxChars,
  }),
  output: turnOutput,
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const command = await checkCommand(api, input.command);
    if (command.agent !== undefined) refuseUnused(call, ['agent'], `with ${command.name}, which has its own agent`);
    if (command.model !== undefined) refuseUnused(call, ['model'], `with ${command.name}, which has its own model`);
    const chosen = await choose(call, api, input);
    const use = { command, words: input.arguments, agent: chosen.agent };
    await checkCommandAccess(api, chosen.session, use);
    await checkCommandFiles(api, use, call.app.settings.roots);
    const result = await doInSession(call, api, 'command', input, {
      command: input.command,
      arguments: input.arguments,
      agent: chosen.agent,
      ...(chosen.model ? { model: `${chosen.model.providerID}/${chosen.model.modelID}` } : {}),
    });
    if (!isMessage(result)) return result;
    const about = { sessionId: input.sessionId, status: 'completed' };
    return { ...about, ...pagedAnswer(result, call.room - sizeOf(about)) };
  },
});

export const sessionShell = tool({
  name: 'opencode_session_shell',
  title: 'Run a shell command',
  toolset: 'session',
  description: 'Run a shell command in the project without asking. It is added to the session with its output.',
  annotations: acts,
  input: z.object({
    sessionId,
    command: z.string().min(1).describe('The command line.'),
    access: z.literal('full', 'shell commands run without asking: pass access full').describe('Must be full.'),
    agent,
    waitSeconds,
    maxChars,
  }),
  output: turnOutput,
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const chosen = await choose(call, api, input);
    const result = await doInSession(call, api, 'shell', input, {
      agent: chosen.agent ?? 'build',
      command: withExitCode(input.command, call.app.host, api.endpoint.shell),
      ...(chosen.model ? { model: chosen.model } : {}),
    });
    if (!isMessage(result)) return result;
    const { output, exitCode } = splitExitCode(outputOf(result));
    const about = {
      sessionId: input.sessionId,
      status: 'completed',
      ...(exitCode === undefined ? {} : { exitCode }),
    };
    const cut = { truncated: true, total: output.length };
    const { text, truncated } = fitText(output, 0, call.room - sizeOf({ ...about, answer: '', ...cut }));
    return { ...about, answer: text, ...(truncated ? cut : {}) };
  },
});

interface Work {
  readonly sessionId: string;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly waitSeconds?: number | undefined;
}

interface Chosen {
  readonly session: Session;
  readonly agent: string | undefined;
  readonly model: ModelId | undefined;
}

/** Validates input on which OpenCode would fail silently. */
async function choose(call: ToolCall, api: Api, { sessionId: id, agent: name, model: wanted }: Work): Promise<Chosen> {
  const session = await api.get<Session>(`/session/${id}`);
  const fallback = call.app.settings.defaultModel;
  return {
    session,
    agent: await chooseAgent(api, name, session),
    model: await chooseModel(api, { model: wanted, session, fallback }),
  };
}

/** Starts the request and waits for it to finish. */
async function doInSession(
  call: ToolCall,
  api: Api,
  what: 'command' | 'shell',
  { sessionId: id, waitSeconds: seconds = call.app.settings.timeout / 1000 }: Work,
  body: object,
): Promise<Message | Data> {
  return inSession(call, api, id, () => {
    const work = api.post<Message>(`/session/${id}/${what}`, body, { timeout: 0 });
    return followRequest(call, api, id, work, seconds);
  });
}

/**
 * OpenCode does not report the exit code, so a POSIX shell prints it last. For bash and zsh OpenCode puts the command
 * in double quotes, where `$` is expanded too early; so the `$?` comes from base64 (JD8=).
 */
function withExitCode(command: string, { platform, env }: Host, shell = env['SHELL'] ?? 'bash'): string {
  if (platform === 'win32') return command;
  const code = /(?:bash|zsh)$/.test(shell) ? '$(printf %s JD8= | base64 -d)' : '$?';
  return `trap 'printf "\\n[exit code %s]\\n" ${code}' EXIT; ${command}`;
}

function splitExitCode(output: string): { readonly output: string; readonly exitCode?: number } {
  const end = /\n?\[exit code (\d+)\]\s*$/.exec(output);
  return end ? { output: output.slice(0, end.index), exitCode: Number(end[1]) } : { output };
}

function outputOf(message: Message): string {
  const state = message.parts.find(({ type }) => type === 'tool')?.state;
  return state?.output ?? state?.error ?? messageText(message);
}

export const sessionSummarize = tool({
  name: 'opencode_session_summarize',
  title: 'Summarize a session',
  toolset: 'session',
  description: 'Replace the messages of a session with a summary to free context.',
  annotations: acts,
  input: z.object({ sessionId, model }),
  output: z.looseObject({ sessionId: z.string(), summarized: z.boolean() }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const body = (await choose(call, api, input)).model ?? {};
    const summarized = await inSession(call, api, input.sessionId, () =>
      api.post<boolean>(`/session/${input.sessionId}/summarize`, body, { timeout: 290_000 }),
    );
    return { sessionId: input.sessionId, summarized };
  },
});
