import { z } from 'zod';
import { pagedAnswer } from '../turn/outcome.ts';
import { familyOf, pendingRequests } from '../turn/requests.ts';
import { statusOf } from '../turn/turn-state.ts';
import type { Api } from '../upstream/api.ts';
import { lookAgain } from '../upstream/events.ts';
import type { Message, Session, SessionStatus, Todo } from '../upstream/types.ts';
import { reads } from './annotations.ts';
import { directory, maxChars, sessionId } from './fields.ts';
import { type Data, tool, type ToolCall } from './tool.ts';

export const sessionStatus = tool({
  name: 'opencode_session_status',
  title: 'How far a session is',
  toolset: 'core',
  description:
    'See whether sessions are running, retrying, waiting for an answer (waiting_input), failed or idle, with the last answer. waitSeconds waits until one or all of them no longer run.',
  annotations: reads,
  input: z.object({
    directory,
    sessionIds: z.array(sessionId).min(1).max(50).describe('Ids of sessions.'),
    waitSeconds: z.number().min(0).max(600).default(0).describe('Wait so long at most.'),
    waitFor: z.enum(['any', 'all']).default('all').describe('Wait for the first of them or for all.'),
    maxChars,
  }),
  output: z.looseObject({
    sessions: z.array(z.looseObject({ sessionId: z.string(), status: z.string() })),
  }),
  async run(input, call) {
    const api = await call.api(input.directory);
    for (const id of input.sessionIds) await api.get<Session>(`/session/${id}`);
    if (input.waitSeconds > 0) await wait(api, call, input);
    return { sessions: await Promise.all(input.sessionIds.map((id) => describe(api, id, input.maxChars))) };
  },
});

interface Wait {
  readonly sessionIds: readonly string[];
  readonly waitSeconds: number;
  readonly waitFor: 'any' | 'all';
}

async function wait(api: Api, call: ToolCall, { sessionIds, waitSeconds, waitFor }: Wait): Promise<void> {
  const deadline = Date.now() + waitSeconds * 1000;
  let wake = (): void => undefined;
  const stop = await call.app.events.listen(api, (event) => {
    if (/^session\.(?:idle|status|error)$|\.asked$/.test(event.type) || event === lookAgain) wake();
  });
  try {
    while (Date.now() < deadline && !call.signal.aborted) {
      const changed = new Promise<void>((done) => {
        wake = done;
      });
      const running = await Promise.all(sessionIds.map((id) => isRunning(api, id)));
      if (waitFor === 'any' ? running.includes(false) : !running.includes(true)) return;
      call.progress(`waiting for ${running.filter(Boolean).length} of ${running.length} sessions`);
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise<void>((done) => {
        timer = setTimeout(done, Math.min(5000, deadline - Date.now()));
      });
      call.signal.addEventListener('abort', () => wake(), { once: true });
      await Promise.race([changed, tick]);
      clearTimeout(timer);
    }
  } finally {
    stop();
  }
}

async function isRunning(api: Api, id: string): Promise<boolean> {
  if ((await statusOf(api, id)).type === 'idle') return false;
  return (await pendingRequests(api, await familyOf(api, id))).length === 0;
}

async function describe(api: Api, id: string, most: number): Promise<Data> {
  const [status, todos, messages, family] = await Promise.all([
    statusOf(api, id),
    api.get<Todo[]>(`/session/${id}/todo`),
    api.get<Message[]>(`/session/${id}/message`, { limit: 20 }),
    familyOf(api, id),
  ]);
  const requests = await pendingRequests(api, family);
  const last = messages.findLast(({ info }) => info.role === 'assistant');
  const running = status.type !== 'idle';
  return {
    sessionId: id,
    status: requests.length > 0 && running ? 'waiting_input' : nameOf(status, last),
    ...(requests.length > 0 ? { requests } : {}),
    ...(status.type === 'retry' ? { retry: { attempt: status.attempt, reason: status.message } } : {}),
    ...(todos.length > 0 ? { todos } : {}),
    ...(last?.info.error ? { error: last.info.error.data?.message ?? last.info.error.name } : {}),
    ...(last && !running ? pagedAnswer(last, most) : {}),
  };
}

function nameOf(status: SessionStatus, last: Message | undefined): string {
  if (status.type === 'busy') return 'running';
  if (status.type === 'retry') return 'retrying';
  if (!last) return 'idle';
  if (last.info.error) return last.info.error.name === 'MessageAbortedError' ? 'aborted' : 'failed';
  // Left behind by a server that was killed at work.
  return last.info.time.completed === undefined ? 'interrupted' : 'completed';
}
