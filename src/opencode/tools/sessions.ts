import { z } from 'zod';
import { pageList } from '../page.ts';
import { abortTurn } from '../turn/abort.ts';
import { accessRules } from '../turn/access.ts';
import { checkAgent, chooseModel } from '../turn/choices.ts';
import { promptParts } from '../turn/prompt-parts.ts';
import { createSession, describeSession, limitSession } from '../turn/sessions.ts';
import type { Session } from '../upstream/types.ts';
import { acts, creates, reads, sets } from './annotations.ts';
import { agent, cursor, directory, limit, model, sessionId } from './fields.ts';
import { tool, type ToolCall } from './tool.ts';
import { access, turn, turnFields, turnOutput } from './turn-fields.ts';

export const described = z.looseObject({ sessionId: z.string(), title: z.string(), directory: z.string() });

export const sessionCreate = tool({
  name: 'opencode_session_create',
  title: 'Open a session',
  toolset: 'core',
  description: 'Open a session for a talk of several turns. For a single task opencode_run is enough.',
  annotations: creates,
  input: z.object({
    directory,
    title: z.string().min(1).optional().describe('What the session is about.'),
    agent,
    model,
    access,
    parentId: sessionId.optional().describe('Make it a child of this session.'),
  }),
  output: described,
  async run(input, call) {
    const api = await call.api(input.directory);
    await checkAgent(api, input.agent);
    const chosen = input.model === undefined ? undefined : await chooseModel(api, input.model, undefined);
    if (input.parentId !== undefined) await api.get(`/session/${input.parentId}`);
    const session = await createSession(api, {
      title: input.title,
      agent: input.agent,
      model: chosen,
      parentID: input.parentId,
      permission: input.access ? accessRules(input.access) : undefined,
    });
    return describeSession(session);
  },
});

export const sessionPrompt = tool({
  name: 'opencode_session_prompt',
  title: 'Go on in a session',
  toolset: 'core',
  description: 'Send the next message in a session and wait for the answer; OpenCode remembers what was said before.',
  annotations: acts,
  input: z.object({
    ...turnFields,
    directory,
    sessionId,
    access,
    noReply: z.boolean().default(false).describe('Only add the message to the talk; the model does not answer.'),
  }),
  output: turnOutput,
  async run(input, call) {
    if (input.noReply) return addMessage(input, call);
    return turn(call, input, (api) =>
      limitSession(api, input.sessionId, input.access ? accessRules(input.access) : undefined),
    );
  },
});

async function addMessage(
  input: { sessionId: string; prompt: string; files: readonly string[]; directory?: string | undefined },
  call: ToolCall,
): Promise<Record<string, unknown>> {
  const api = await call.api(input.directory);
  await api.get(`/session/${input.sessionId}`);
  const parts = promptParts(input.prompt, 'no-reply', input.files, api.directory);
  await api.post(`/session/${input.sessionId}/message`, { parts, noReply: true });
  return { sessionId: input.sessionId, status: 'accepted' };
}

export const sessionList = tool({
  name: 'opencode_session_list',
  title: 'Find sessions',
  toolset: 'core',
  description: 'List the sessions of a project, the newest first.',
  annotations: reads,
  input: z.object({
    directory,
    search: z.string().min(1).optional().describe('Text in the title.'),
    roots: z.boolean().default(true).describe('Leave out sessions that another one has opened.'),
    limit: limit(20, 200),
    cursor,
  }),
  output: z.looseObject({ sessions: z.array(described), total: z.number(), nextCursor: z.string().optional() }),
  async run({ directory: asked, search, roots, limit: most, cursor: from }, call) {
    const api = await call.api(asked);
    const all = await api.get<Session[]>('/session', { search, limit: 1000, ...(roots ? { roots } : {}) });
    const { items, ...page } = pageList(
      all.filter((session) => session.directory === api.directory),
      most,
      from,
    );
    return { sessions: items.map(describeSession), ...page };
  },
});

export const sessionAbort = tool({
  name: 'opencode_session_abort',
  title: 'Stop a turn',
  toolset: 'core',
  description: 'Stop what a session is doing. The session stays, and what was changed so far stays changed.',
  annotations: sets,
  input: z.object({ directory, sessionId }),
  output: z.looseObject({ sessionId: z.string(), stopped: z.boolean() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    await api.get(`/session/${input.sessionId}`);
    return { sessionId: input.sessionId, ...(await abortTurn(api, input.sessionId)) };
  },
});
