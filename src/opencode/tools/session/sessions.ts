import * as z from 'zod';
import { acts, creates, reads, sets } from '../../../mcp/annotations.ts';
import { pageList } from '../../../mcp/page.ts';
import { abortTurn } from '../../turn/abort.ts';
import { accessRules } from '../../turn/access.ts';
import { chooseAgent, chooseModel } from '../../turn/choices.ts';
import { attachments, promptParts } from '../../turn/prompt-parts.ts';
import { inSession } from '../../turn/reserve.ts';
import { createSession, describeSession } from '../../turn/sessions.ts';
import type { Session } from '../../upstream/types.ts';
import { agent, cursor, directory, limit, model, sessionId } from '../fields.ts';
import { tool, type ToolCall } from '../tool.ts';
import { access, turn, turnFields, turnOutput } from '../turn-fields.ts';
import { refuseUnused } from '../unused.ts';

export const described = z.looseObject({ sessionId: z.string() });

export const sessionCreate = tool({
  name: 'opencode_session_create',
  title: 'Create a session',
  toolset: 'core',
  description: 'Create a session for a conversation. For a single task, use opencode_run.',
  annotations: creates,
  input: z.object({
    directory,
    title: z.string().min(1).optional().describe('Title.'),
    agent,
    model,
    access,
    parentId: sessionId.optional().describe('Parent session.'),
  }),
  output: described,
  async run(input, call) {
    const api = input.parentId === undefined ? await call.api(input.directory) : await call.sessionApi(input.parentId);
    const chosenAgent = await chooseAgent(api, input.agent, undefined);
    const chosen = input.model === undefined ? undefined : await chooseModel(api, { model: input.model });
    const { permission: inherited = [] } =
      input.parentId === undefined ? {} : await api.get<Session>(`/session/${input.parentId}`);
    const rules = input.access ? await accessRules(api, input.access) : [];
    const session = await createSession(api, {
      title: input.title,
      agent: chosenAgent,
      model: chosen,
      parentID: input.parentId,
      permission: inherited.length + rules.length > 0 ? [...inherited, ...rules] : undefined,
    });
    return describeSession(session);
  },
});

export const sessionPrompt = tool({
  name: 'opencode_session_prompt',
  title: 'Continue a session',
  toolset: 'core',
  description: 'Send the next message in a session and wait for the answer. Options as in opencode_run.',
  annotations: acts,
  input: z.object({
    ...turnFields,
    sessionId,
    access,
    noReply: z.boolean().default(false).describe('Only add the message; the model does not answer.'),
  }),
  output: turnOutput,
  async run(input, call) {
    if (!input.noReply) return turn(call, input, input);
    refuseUnused(call, turnOnly, 'with noReply: no turn starts');
    return addMessage(input, call);
  },
});

const turnOnly = ['model', 'agent', 'variant', 'system', 'outputSchema', 'waitSeconds', 'budget', 'access'];

async function addMessage(
  { sessionId: id, prompt, files }: { sessionId: string; prompt: string; files: readonly string[] },
  call: ToolCall,
): Promise<Record<string, unknown>> {
  const api = await call.sessionApi(id);
  const parts = promptParts(prompt, 'no-reply', await attachments(api, files, call.app.settings.roots));
  await inSession(call, api, id, () => api.post(`/session/${id}/message`, { parts, noReply: true }));
  return { sessionId: id, status: 'accepted' };
}

export const sessionList = tool({
  name: 'opencode_session_list',
  title: 'List sessions',
  toolset: 'core',
  description: 'List the sessions of a project, newest first.',
  annotations: reads,
  input: z.object({
    directory,
    search: z.string().min(1).optional().describe('Text in the title.'),
    roots: z.boolean().default(true).describe('Exclude subagent sessions.'),
    limit: limit(20, 200),
    cursor,
  }),
  output: z.looseObject({ sessions: z.array(described) }),
  async run({ directory: asked, search, roots, limit: most, cursor: from }, call) {
    const api = await call.api(asked);
    const all = await api.get<Session[]>('/session', { search, limit: 1000, ...(roots ? { roots } : {}) });
    const here = all.filter((session) => session.directory === api.directory);
    const { items, ...page } = pageList(here.map(describeSession), most, from, call.room);
    return { sessions: items, ...page };
  },
});

export const sessionAbort = tool({
  name: 'opencode_session_abort',
  title: 'Stop a turn',
  toolset: 'core',
  description: 'Stop the running turn of a session. The session and its changes are kept.',
  annotations: sets,
  input: z.object({ sessionId }),
  output: z.looseObject({ sessionId: z.string(), stopped: z.boolean() }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    return { sessionId: input.sessionId, ...(await abortTurn(api, input.sessionId)) };
  },
});
