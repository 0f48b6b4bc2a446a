import { randomUUID } from 'node:crypto';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { ToolFailure } from '../failure.ts';
import type { Data, ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import type { Rule, Session } from '../upstream/types.ts';
import { canceled } from './abort.ts';
import { guardBudget } from './budget/budget.ts';
import { askUser, sendUserResponse, type Resume } from './elicit.ts';
import { finished, turnFailure, unfinished } from './outcome.ts';
import { checkCanceled, inSession } from './reserve.ts';
import { sendPrompt } from './send-prompt.ts';
import { createSession, setSessionRules } from './sessions.ts';
import { stoppedTurn } from './stopped.ts';
import { withData } from './structured.ts';
import type { Running, TurnRequest } from './turn-request.ts';
import type { Turn, TurnState } from './turn-state.ts';
import { type Watch, watchSession } from './watch.ts';

/** The session of a turn: an existing or a new one. */
export interface TurnSession {
  readonly sessionId?: string | undefined;
  readonly title?: string | undefined;
  readonly rules?: readonly Rule[] | undefined;
}

/** Runs a turn from its prompt to its end, or until the user or the caller has to decide. */
export async function runTurn(
  call: ToolCall,
  api: Api,
  { sessionId, title, rules }: TurnSession,
  request: TurnRequest,
): Promise<Data | InputRequiredResult> {
  const deadline = Date.now() + request.waitSeconds * 1000;
  if (sessionId !== undefined)
    return inSession(call, api, sessionId, async () => {
      await setSessionRules(api, sessionId, rules);
      return begin(call, api, sessionId, request, deadline);
    });
  checkCanceled(call);
  const { id } = await createSession(api, { title, permission: rules });
  return inSession(call, api, id, () => begin(call, api, id, request, deadline, true));
}

async function begin(
  call: ToolCall,
  api: Api,
  sessionId: string,
  request: TurnRequest,
  deadline: number,
  isNew = false,
): Promise<Data | InputRequiredResult> {
  return watched(call, api, sessionId, async (watch) => {
    const turn = { sessionId, mark: randomUUID() };
    try {
      checkCanceled(call);
      await guardBudget(call.app, api, turn, request.budget);
      await sendPrompt(api, turn, request);
    } catch (error) {
      // A rejected call leaves nothing behind.
      if (isNew) await api.send('DELETE', `/session/${sessionId}`).catch(() => undefined);
      throw error;
    }
    return settle({ call, api, watch, request, deadline }, turn);
  });
}

/** Continues a turn after a user answered its request. */
export async function resumeTurn(
  call: ToolCall,
  api: Api,
  resume: Resume,
  request: TurnRequest,
): Promise<Data | InputRequiredResult> {
  return watched(call, api, resume.sessionId, async (watch) => {
    await sendUserResponse(call, api, resume);
    return settle({ call, api, watch, request, deadline: resume.deadline }, resume);
  });
}

async function watched<T>(call: ToolCall, api: Api, sessionId: string, work: (watch: Watch) => Promise<T>): Promise<T> {
  const watch = await watchSession(call.app.events, api, sessionId, (message) => call.progress(message));
  try {
    return await work(watch);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.code !== 'SERVER_UNREACHABLE') throw error;
    throw new ToolFailure(error.code, error.message, [...error.suggestions, 'The session is kept.'], { sessionId });
  } finally {
    watch.close();
  }
}

async function settle(running: Running, turn: Turn, more = 1): Promise<Data | InputRequiredResult> {
  const { call, api, watch, request, deadline } = running;
  const { sessionId, mark } = turn;
  const state = await watch.until(turn, deadline, call.signal);
  if (call.signal.aborted) return canceled(api, turn);
  if (state.kind === 'stranded') {
    if (more > 0) return settle(running, await sendAgain(running, turn, state.messageId), more - 1);
    throw turnFailure(sessionId, { name: 'CutOff', data: { message: 'OpenCode did not pick up the prompt' } });
  }
  const [first] = state.kind === 'waiting' ? state.requests : [];
  if (first && call.canElicit && Date.now() < deadline) {
    const asked = await askUser(call, api, { directory: api.directory, sessionId, mark, request: first, deadline });
    if (call.signal.aborted) return canceled(api, turn);
    if (asked === 'answered') return settle(running, turn, more);
    if (asked !== 'unanswered') return asked;
  }
  if (state.kind === 'running' || state.kind === 'waiting') return unfinished(sessionId, state, call.room);
  if (state.kind === 'failed') return failed(running, sessionId, state);
  const answer = await finished(api, sessionId, state, call.room);
  return request.outputSchema ? withData(running, sessionId, state, answer, request.outputSchema) : answer;
}

async function sendAgain({ call, api, request }: Running, turn: Turn, messageId: string): Promise<Turn> {
  call.app.log('info', `resending the prompt of ${turn.sessionId}, which OpenCode did not pick up`);
  await api.send('DELETE', `/session/${turn.sessionId}/message/${messageId}`);
  await sendPrompt(api, turn, request);
  return turn;
}

/** Reaching the budget is not a failure of the turn. */
async function failed(
  { call, api }: Running,
  sessionId: string,
  { error, user, replies }: Extract<TurnState, { kind: 'failed' }>,
): Promise<Data> {
  const overBudget = user && stoppedTurn(await api.get<Session>(`/session/${sessionId}`), user);
  if (overBudget === undefined || !user) throw turnFailure(sessionId, error);
  const data = await finished(api, sessionId, { user, replies }, call.room);
  return { ...data, status: 'stopped', stoppedBy: overBudget };
}
