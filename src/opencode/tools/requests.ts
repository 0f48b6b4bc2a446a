import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import { familyOf, pendingRequests } from '../turn/requests.ts';
import { acts, reads } from './annotations.ts';
import { directory, sessionId } from './fields.ts';
import { tool } from './tool.ts';

export const requestList = tool({
  name: 'opencode_request_list',
  title: 'What OpenCode waits for',
  toolset: 'core',
  description: 'List permissions and questions that OpenCode waits for before it goes on.',
  annotations: reads,
  input: z.object({ directory, sessionId: sessionId.optional() }),
  output: z.looseObject({ requests: z.array(z.looseObject({ requestId: z.string(), kind: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    if (input.sessionId !== undefined) await api.get(`/session/${input.sessionId}`);
    const family = input.sessionId === undefined ? undefined : await familyOf(api, input.sessionId);
    return { requests: await pendingRequests(api, family) };
  },
});

export const requestReply = tool({
  name: 'opencode_request_reply',
  title: 'Answer OpenCode',
  toolset: 'core',
  description:
    'Answer a permission (reply) or a question (answers, or reply reject) that OpenCode waits for. always counts for the whole directory until OpenCode is restarted: only with the consent of the person. reject also rejects the other open permissions of the session.',
  annotations: acts,
  input: z.object({
    directory,
    requestId: z
      .string()
      .regex(/^(?:per|que)/, 'ids begin with per or que')
      .describe('Id from requests.'),
    reply: z.enum(['once', 'always', 'reject']).optional().describe('For a permission; reject also for a question.'),
    answers: z
      .array(z.array(z.string()))
      .optional()
      .describe('For a question: the chosen labels, or words of your own, one list for each of its questions.'),
    message: z.string().min(1).optional().describe('With reject: what OpenCode should do instead.'),
  }),
  output: z.looseObject({ requestId: z.string(), answered: z.boolean() }),
  async run({ directory: asked, requestId, reply, answers, message }, call) {
    const api = await call.api(asked);
    if (requestId.startsWith('per')) {
      if (reply === undefined) throw incomplete('A permission needs reply: once, always or reject.');
      await api.post(`/permission/${requestId}/reply`, { reply, ...(message === undefined ? {} : { message }) });
    } else if (reply === 'reject') await api.post(`/question/${requestId}/reject`);
    else if (answers) await api.post(`/question/${requestId}/reply`, { answers });
    else throw incomplete('A question needs answers: one list of labels for each of its questions.');
    return { requestId, answered: true, next: 'Call opencode_session_status with waitSeconds to see how it goes on.' };
  },
});

function incomplete(message: string): ToolFailure {
  return new ToolFailure('INVALID_INPUT', message, ['Call opencode_request_list to see what is asked.']);
}
