import * as z from 'zod';
import { reads } from '../../../mcp/annotations.ts';
import { maxChars } from '../../../mcp/arguments.ts';
import { sizeOf, tightRoom } from '../../../mcp/page.ts';
import type { App } from '../../app.ts';
import { turnChanges } from '../../turn/changes/turn-changes.ts';
import { finalReply } from '../../turn/message-text.ts';
import { changesAndAnswer, stoppedBy } from '../../turn/outcome.ts';
import { familyOf, pendingRequests, shownRequests } from '../../turn/requests.ts';
import { isUsedElsewhere } from '../../turn/reserve.ts';
import { stoppedTurn } from '../../turn/stopped.ts';
import { statusOf } from '../../turn/turn-state.ts';
import type { Api } from '../../upstream/api.ts';
import { lookAgain } from '../../upstream/events.ts';
import type { Message, Session, SessionStatus, Todo } from '../../upstream/types.ts';
import { sessionId } from '../fields.ts';
import { type Data, tool, type ToolCall } from '../tool.ts';
import { refuseUnused } from '../unused.ts';

/** All states, with the explanations shown in the description. */
const states = {
  idle: 'no turn yet',
  running: '',
  retrying: '',
  waiting_input: '',
  completed: '',
  rejected: 'permission denied',
  stopped: 'budget',
  aborted: '',
  failed: '',
  interrupted: 'OpenCode exited',
} as const;
type State = keyof typeof states;

const listed = Object.entries(states).map(([state, why]) => (why === '' ? state : `${state} (${why})`));
const state = z.enum(Object.keys(states) as [State, ...State[]]);

export const sessionStatus = tool({
  name: 'opencode_session_status',
  title: 'Session status',
  toolset: 'core',
  description: `Get the state of sessions: ${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}; with the last answer and changed files. waitSeconds waits until any or all of them stop running.`,
  annotations: reads,
  input: z.object({
    sessionIds: z.array(sessionId).min(1).max(50),
    waitSeconds: z.number().min(0).max(600).default(0),
    waitFor: z.enum(['any', 'all']).default('all'),
    maxChars,
  }),
  output: z.looseObject({ sessions: z.array(z.looseObject({ sessionId: z.string(), status: state })) }),
  async run(input, call) {
    const sessions = await Promise.all(
      [...new Set(input.sessionIds)].map(async (id) => ({ id, api: await call.sessionApi(id) })),
    );
    if (input.waitSeconds === 0) refuseUnused(call, ['waitFor'], 'without waitSeconds');
    if (input.waitSeconds > 0) await wait(sessions, call, input);
    const share = Math.floor((call.room - sizeOf({ sessions: [] })) / sessions.length) - 2;
    return { sessions: await Promise.all(sessions.map(({ api, id }) => describe(call.app, api, id, share))) };
  },
});

interface Place {
  readonly id: string;
  readonly api: Api;
}

interface Wait {
  readonly waitSeconds: number;
  readonly waitFor: 'any' | 'all';
}

async function wait(sessions: readonly Place[], call: ToolCall, { waitSeconds, waitFor }: Wait): Promise<void> {
  const deadline = Date.now() + waitSeconds * 1000;
  let wake = (): void => undefined;
  const apis = new Map(sessions.map(({ api }) => [api.directory, api]));
  const stops = await Promise.all(
    [...apis.values()].map((api) =>
      call.app.events.listen(api, (event) => {
        if (/^session\.(?:idle|status|error)$|\.asked$/.test(event.type) || event === lookAgain) wake();
      }),
    ),
  );
  const cancel = (): void => wake();
  call.signal.addEventListener('abort', cancel);
  try {
    while (Date.now() < deadline && !call.signal.aborted) {
      const changed = new Promise<void>((done) => {
        wake = done;
      });
      const running = await Promise.all(sessions.map(({ api, id }) => isRunning(call.app, api, id)));
      if (waitFor === 'any' ? running.includes(false) : !running.includes(true)) return;
      call.progress(`waiting for ${running.filter(Boolean).length} of ${running.length} sessions`);
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise<void>((done) => {
        timer = setTimeout(done, Math.min(5000, deadline - Date.now()));
      });
      await Promise.race([changed, tick]);
      clearTimeout(timer);
    }
  } finally {
    call.signal.removeEventListener('abort', cancel);
    for (const stop of stops) stop();
  }
}

async function isRunning(app: App, api: Api, id: string): Promise<boolean> {
  if ((await statusOf(api, id)).type === 'idle') return isUsedElsewhere(app, api, id);
  return (await pendingRequests(api, await familyOf(api, id))).length === 0;
}

type Shown = Data & { readonly status: State };

async function describe(app: App, api: Api, id: string, share: number): Promise<Data> {
  const [session, status, todos, messages, family] = await Promise.all([
    api.get<Session>(`/session/${id}`),
    statusOf(api, id),
    api.get<Todo[]>(`/session/${id}/todo`),
    api.get<Message[]>(`/session/${id}/message`, { limit: 50 }),
    familyOf(api, id),
  ]);
  const requests = await pendingRequests(api, family);
  const last = messages.findLast(({ info }) => info.role === 'assistant');
  const isInUse = status.type === 'idle' && (await isUsedElsewhere(app, api, id));
  const shown = status.type === 'idle' && !isInUse ? ended(session, messages) : working(status, requests.length > 0);
  const about = {
    sessionId: id,
    ...shown,
    ...(shown.status === 'running' && (await isOfAnother(app, id)) ? { startedBy: 'another client' } : {}),
    ...(todos.length > 0 && share >= tightRoom ? { todos } : {}),
  };
  const room = share - sizeOf(about);
  if (requests.length > 0) return { ...about, requests: shownRequests(requests, room - sizeOf({ requests: [] })) };
  if (!last || status.type !== 'idle' || isInUse) return about;
  const messageId = last.info.parentID ?? '';
  const replies = messages.filter(({ info }) => info.parentID === messageId);
  const changes = await turnChanges(api, id, messageId, replies);
  const turn = share < tightRoom ? {} : { messageId };
  return { ...about, ...turn, ...changesAndAnswer(changes, finalReply(replies), room - sizeOf(turn)) };
}

async function isOfAnother({ notes }: App, id: string): Promise<boolean> {
  return (await notes.usedElsewhere(id)) !== undefined;
}

function working(status: SessionStatus, isWaiting: boolean): Shown {
  if (isWaiting) return { status: 'waiting_input' };
  if (status.type !== 'retry') return { status: 'running' };
  return { status: 'retrying', retry: { attempt: status.attempt, reason: status.message } };
}

function ended(session: Session, messages: readonly Message[]): Shown {
  const last = messages.findLast(({ info }) => info.role === 'assistant');
  const overBudget = stoppedTurn(
    session,
    messages.findLast(({ info }) => info.role === 'user'),
  );
  if (overBudget) return { status: 'stopped', stoppedBy: overBudget };
  if (!last) return { status: 'idle' };
  const { error, time } = last.info;
  if (error) {
    const status = error.name === 'MessageAbortedError' ? 'aborted' : 'failed';
    return { status, error: error.data?.message ?? error.name };
  }
  // Left behind by a server that was killed while running.
  if (time.completed === undefined) return { status: 'interrupted' };
  const stopped = stoppedBy(last);
  return stopped.length > 0 ? { status: 'rejected', stoppedBy: stopped } : { status: 'completed' };
}
