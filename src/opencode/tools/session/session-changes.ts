import * as z from 'zod';
import { acts, creates, reads, replaces, sets, writes } from '../../../mcp/annotations.ts';
import { ToolFailure } from '../../failure.ts';
import { abortTurn } from '../../turn/abort.ts';
import { revertTurn } from '../../turn/changes/revert-turn.ts';
import { unrecorded } from '../../turn/changes/turn-changes.ts';
import { inSession } from '../../turn/reserve.ts';
import { describeSession, setSessionRules } from '../../turn/sessions.ts';
import type { Session, Todo } from '../../upstream/types.ts';
import { messageId, sessionId } from '../fields.ts';
import { tool } from '../tool.ts';
import { described } from './sessions.ts';

export const sessionGet = tool({
  name: 'opencode_session_get',
  title: 'Get a session',
  toolset: 'session',
  description: 'Get one session: title, model, changes, to-do list and child sessions.',
  annotations: reads,
  input: z.object({ sessionId }),
  output: described,
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const session = await api.get<Session>(`/session/${input.sessionId}`);
    const [children, todos] = await Promise.all([
      api.get<Session[]>(`/session/${input.sessionId}/children`),
      api.get<Todo[]>(`/session/${input.sessionId}/todo`),
    ]);
    return { ...describeSession(session), children: children.map(describeSession), todos };
  },
});

export const sessionUpdate = tool({
  name: 'opencode_session_update',
  title: 'Rename or archive a session',
  toolset: 'session',
  description: 'Rename a session, or archive it.',
  annotations: sets,
  input: z.object({
    sessionId,
    title: z.string().min(1).optional().describe('The new title.'),
    archived: z.boolean().optional().describe('Whether it is archived.'),
  }),
  output: described,
  async run({ sessionId: id, title, archived }, call) {
    const api = await call.sessionApi(id);
    if (title === undefined && archived === undefined)
      throw new ToolFailure('INVALID_INPUT', 'Nothing to change.', ['Pass title, archived or both.']);
    const time = archived === undefined ? {} : { time: { archived: archived ? Date.now() : 0 } };
    return describeSession(await api.send<Session>('PATCH', `/session/${id}`, { title, ...time }));
  },
});

export const sessionDelete = tool({
  name: 'opencode_session_delete',
  title: 'Delete a session',
  toolset: 'session',
  description: 'Delete a session with all its messages. Files stay as they are.',
  annotations: replaces,
  input: z.object({ sessionId }),
  output: z.looseObject({ sessionId: z.string(), deleted: z.boolean() }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    await abortTurn(api, input.sessionId);
    await api.send('DELETE', `/session/${input.sessionId}`);
    return { sessionId: input.sessionId, deleted: true };
  },
});

export const sessionFork = tool({
  name: 'opencode_session_fork',
  title: 'Fork a session',
  toolset: 'session',
  description: 'Copy a session, completely or up to a message.',
  annotations: creates,
  input: z.object({
    sessionId,
    messageId: messageId.optional().describe('First message to leave out.'),
  }),
  output: described,
  async run({ sessionId: id, messageId: message }, call) {
    const api = await call.sessionApi(id);
    if (message !== undefined) await api.get(`/session/${id}/message/${message}`);
    const body = message === undefined ? {} : { messageID: message };
    // OpenCode copies a session without its rules.
    const { permission } = await api.get<Session>(`/session/${id}`);
    const fork = await api.post<Session>(`/session/${id}/fork`, body);
    await setSessionRules(api, fork.id, permission);
    return { ...describeSession(fork), forkedFrom: id };
  },
});

export const sessionRevert = tool({
  name: 'opencode_session_revert',
  title: 'Revert turns',
  toolset: 'session',
  description:
    'Restore files to their state before a message, and drop that message and all later ones. opencode_session_unrevert undoes this until the next prompt. notReverted lists files that could not be restored.',
  annotations: acts,
  input: z.object({
    sessionId,
    messageId: messageId.describe('Message ID.'),
    confirm: z.boolean().default(false).describe('Must be true: files are restored.'),
  }),
  output: described,
  async run({ sessionId: id, messageId: message, confirm }, call) {
    const api = await call.sessionApi(id);
    await api.get(`/session/${id}/message/${message}`);
    if (!confirm)
      throw new ToolFailure('CONFIRMATION_REQUIRED', 'This restores files to their state before the message.', [
        'Review the changes with opencode_session_diff, then pass confirm true.',
      ]);
    const reason = await unrecorded(api);
    if (reason !== undefined)
      throw new ToolFailure('UNSUPPORTED', `OpenCode cannot restore files here because ${reason}.`, [
        'Restore them manually or with version control.',
      ]);
    return inSession(call, api, id, async () => {
      const { session, notReverted } = await revertTurn(api, id, message);
      return { ...describeSession(session), ...(notReverted.length > 0 ? { notReverted } : {}) };
    });
  },
});

export const sessionUnrevert = tool({
  name: 'opencode_session_unrevert',
  title: 'Undo a revert',
  toolset: 'session',
  description: 'Undo opencode_session_revert: restores files and messages.',
  annotations: writes,
  input: z.object({ sessionId }),
  output: described,
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const { revert } = await api.get<Session>(`/session/${input.sessionId}`);
    if (!revert)
      throw new ToolFailure('INVALID_INPUT', 'Nothing is reverted in this session.', [
        'A revert is final after the next prompt.',
      ]);
    return describeSession(await api.post<Session>(`/session/${input.sessionId}/unrevert`));
  },
});

export const sessionShare = tool({
  name: 'opencode_session_share',
  title: 'Share a session',
  toolset: 'session',
  description: 'Publish a session on the web and get its URL. Anyone with the URL can read all of it.',
  annotations: acts,
  input: z.object({ sessionId }),
  output: z.looseObject({ sessionId: z.string(), shareUrl: z.string() }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const session = await api.post<Session>(`/session/${input.sessionId}/share`).catch((error: unknown) => {
      if (error instanceof ToolFailure && error.code === 'UPSTREAM_500') return undefined;
      throw error;
    });
    if (!session?.share)
      throw new ToolFailure('UNSUPPORTED', 'OpenCode did not share the session: sharing is disabled or unreachable.', [
        'Set share to manual with opencode_config_update, if the user wants that.',
      ]);
    return { sessionId: session.id, shareUrl: session.share.url };
  },
});

export const sessionUnshare = tool({
  name: 'opencode_session_unshare',
  title: 'Stop sharing a session',
  toolset: 'session',
  description: 'Unpublish a session.',
  annotations: sets,
  input: z.object({ sessionId }),
  output: z.looseObject({ sessionId: z.string(), unshared: z.boolean() }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    await api.send('DELETE', `/session/${input.sessionId}/share`);
    // OpenCode unpublishes the session, but keeps the old URL in it.
    return { sessionId: input.sessionId, unshared: true };
  },
});
