import type { Api } from '../upstream/api.ts';
import type { EventHub } from '../upstream/events.ts';
import { lookAgain } from '../upstream/events.ts';
import type { NamedError, Part, ServerEvent, Todo } from '../upstream/types.ts';
import { readTurnState, type Turn, type TurnState } from './turn-state.ts';

export interface Watch {
  /** Resolves with the state of the turn when it stops, the time is up, or the signal aborts. */
  until(turn: Turn, deadline: number, signal: AbortSignal): Promise<TurnState>;
  close(): void;
}

const relevantEvents = new Set([
  'session.idle',
  'session.status',
  'session.error',
  'permission.asked',
  'question.asked',
]);
/** Events can get lost, so the state is also polled. */
const pollInterval = 5000;
/** OpenCode picks up a prompt at once or never. */
const strandedAfter = 4000;
/** A turn that is neither running nor finished for this long never will be. */
const patience = 15_000;

/** Watches a session from before its turn starts, so that no event is missed. */
export async function watchSession(
  events: EventHub,
  api: Api,
  sessionId: string,
  report: (message: string) => void,
): Promise<Watch> {
  let reported: NamedError | undefined;
  let wake: (() => void) | undefined;
  let woken = false;
  const close = await events.listen(api, (event) => {
    const { type, properties } = event;
    const ours = properties['sessionID'] === sessionId;
    if (ours && type === 'session.error') reported = properties['error'] as NamedError;
    if (ours) describe(event, report);
    // Subagent sessions send requests under their own ID.
    if ((relevantEvents.has(type) && (ours || type.endsWith('.asked'))) || event === lookAgain) {
      woken = true;
      wake?.();
    }
  });
  const pause = async (most: number): Promise<void> => {
    if (!woken) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, most);
        wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    wake = undefined;
    woken = false;
  };
  return {
    close,
    async until(turn, deadline, signal) {
      signal.addEventListener('abort', () => wake?.(), { once: true });
      let idleSince: number | undefined;
      for (;;) {
        const state = await readTurnState(api, turn, reported);
        if (state.kind !== 'running' || signal.aborted) return state;
        idleSince = state.idle ? (idleSince ?? Date.now()) : undefined;
        const idleFor = idleSince === undefined ? 0 : Date.now() - idleSince;
        if (state.unanswered !== undefined && idleFor > strandedAfter)
          return { kind: 'stranded', messageId: state.unanswered };
        if (idleFor > patience) return cutOff;
        // Until OpenCode picks up the prompt the session looks idle, and a second prompt would join this one.
        const left = state.idle ? strandedAfter : deadline - Date.now();
        if (left <= 0) return state;
        await pause(Math.min(state.idle ? 100 : pollInterval, left));
      }
    },
  };
}

const cutOff: TurnState = {
  kind: 'failed',
  error: { name: 'CutOff', data: { message: 'The turn ended without an answer' } },
  replies: [],
};

/** Reports events as short progress messages. */
function describe({ type, properties }: ServerEvent, report: (message: string) => void): void {
  const part = properties['part'] as Part | undefined;
  if (type === 'message.part.updated' && part?.type === 'tool')
    report(`${part.tool} ${part.state?.status ?? ''}${part.state?.title ? `: ${part.state.title}` : ''}`);
  else if (type === 'message.part.delta') report('writing');
  else if (type === 'todo.updated') {
    const todos = properties['todos'] as readonly Todo[];
    report(`${todos.filter(({ status }) => status === 'completed').length} of ${todos.length} steps done`);
  }
}
