import * as z from 'zod';
import { acts, reads } from '../../mcp/annotations.ts';
import { maxChars } from '../../mcp/arguments.ts';
import { fitText, fromCursor, pageList, sizeOf, toCursor } from '../../mcp/page.ts';
import { ToolFailure } from '../failure.ts';
import { familyOf, type PendingRequest, pendingRequests, shownRequests } from '../turn/requests.ts';
import type { Api } from '../upstream/api.ts';
import { cursor, directory, sessionId } from './fields.ts';
import { type Data, tool, type ToolCall } from './tool.ts';
import { refuseUnused } from './unused.ts';

/** The maximum number of requests loaded at once. */
const mostRequests = 50;

export const requestList = tool({
  name: 'opencode_request_list',
  title: 'List pending requests',
  toolset: 'core',
  description:
    'List pending permissions and questions of a session, a directory, or all directories used so far. Pass nextCursor of a request to get its full details.',
  annotations: reads,
  input: z.object({ directory, sessionId: sessionId.optional(), maxChars, cursor }),
  output: z.looseObject({ requests: z.array(z.looseObject({ requestId: z.string(), kind: z.string() })) }),
  async run(input, call) {
    const place = input.cursor === undefined ? {} : fromCursor(input.cursor);
    if (typeof place['request'] === 'string')
      return restOf(await findRequest(call, place['request']), Number(place['at'] ?? 0), call.room);
    const apis = await apisOf(call, input);
    const lists = await Promise.all(
      apis.map(async (api) => {
        const family = input.sessionId === undefined ? undefined : await familyOf(api, input.sessionId);
        return pendingRequests(api, family);
      }),
    );
    const { items, ...page } = pageList(lists.flat(), mostRequests, input.cursor);
    const room = call.room - sizeOf({ ...page, requests: [] }) - 2 * items.length;
    return { requests: shownRequests(items, room), ...('nextCursor' in page ? page : {}) };
  },
});

async function apisOf(
  call: ToolCall,
  input: { directory?: string | undefined; sessionId?: string | undefined },
): Promise<Api[]> {
  if (input.sessionId !== undefined) return [await call.sessionApi(input.sessionId)];
  return input.directory === undefined ? call.app.apisWithRequests() : [await call.api(input.directory)];
}

interface Found {
  readonly api: Api;
  readonly request: PendingRequest;
}

/** Requests belong to their session's directory, which the caller need not know. */
async function findRequest(call: ToolCall, id: string): Promise<Found> {
  const apis = call.directory === undefined ? await call.app.apisWithRequests() : [await call.api(call.directory)];
  for (const api of apis) {
    const request = (await pendingRequests(api)).find(({ requestId }) => requestId === id);
    if (request) return { api, request };
  }
  throw new ToolFailure('REQUEST_NOT_FOUND', `No pending request ${id}.`, [
    'It may have been answered already. Call opencode_request_list to see pending requests.',
  ]);
}

function restOf({ request }: Found, at: number, room: number): Data {
  const { details, requestId, kind } = request;
  const whole = JSON.stringify(details);
  const shown = (text: string, next: number | undefined): Data => ({
    requests: [{ requestId, kind, details: text, truncated: next !== undefined, total: whole.length }],
    ...(next === undefined ? {} : { nextCursor: toCursor({ request: requestId, at: next }) }),
  });
  const { text, next } = fitText(whole, at, room - sizeOf(shown('', whole.length)));
  return shown(text, next);
}

export const requestReply = tool({
  name: 'opencode_request_reply',
  title: 'Answer a request',
  toolset: 'core',
  description:
    'Answer a pending permission (reply) or question (answers, or reply reject). always allows it for every session in the directory until OpenCode restarts: only if the user agrees. reject also rejects the other pending permissions of the session.',
  annotations: acts,
  input: z.object({
    requestId: z.string().regex(/^(?:per|que)\w*$/, 'request IDs start with per or que'),
    reply: z.enum(['once', 'always', 'reject']).optional(),
    answers: z
      .array(z.array(z.string()))
      .optional()
      .describe('For a question: labels or free text, one list per question.'),
    message: z.string().min(1).optional().describe('With reject: what OpenCode should do instead.'),
  }),
  output: z.looseObject({ requestId: z.string(), answered: z.boolean() }),
  async run({ requestId, reply, answers, message }, call) {
    const isPermission = requestId.startsWith('per');
    if (isPermission) refuseUnused(call, ['answers'], 'on a permission: pass reply');
    else if (reply === 'reject') refuseUnused(call, ['answers', 'message'], 'on a rejected question');
    else refuseUnused(call, ['reply', 'message'], 'on a question: pass answers, or reply reject');
    if (isPermission && reply !== 'reject') refuseUnused(call, ['message'], 'without reply reject');
    const { api } = await findRequest(call, requestId);
    if (isPermission) {
      if (reply === undefined) throw incomplete('A permission needs reply: once, always or reject.');
      await api.post(`/permission/${requestId}/reply`, { reply, ...(message === undefined ? {} : { message }) });
    } else if (reply === 'reject') await api.post(`/question/${requestId}/reject`);
    else if (answers) await api.post(`/question/${requestId}/reply`, { answers });
    else throw incomplete('A question needs answers: one list of labels per question.');
    return { requestId, answered: true, next: 'Call opencode_session_status with waitSeconds to follow the turn.' };
  },
});

function incomplete(message: string): ToolFailure {
  return new ToolFailure('INVALID_INPUT', message, ['Call opencode_request_list to see the request.']);
}
