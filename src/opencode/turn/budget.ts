import type { App } from '../app.ts';
import type { Api } from '../upstream/api.ts';
import { lookAgain } from '../upstream/events.ts';
import type { MessageInfo, ServerEvent, Session } from '../upstream/types.ts';
import { abortTurn } from './abort.ts';
import type { Budget, OverBudget } from './over-budget.ts';
import { lookAtTurn, type Turn } from './turn-state.ts';

/**
 * Stops a turn that reaches its budget, also when no call waits for it any more. Subagents count. What OpenCode reports
 * after each step is what is known, so a turn may use up more by one step.
 */
export async function guardBudget(app: App, api: Api, turn: Turn, budget: Budget | undefined): Promise<void> {
  app.stopped.delete(turn.sessionId);
  if (!budget || Object.keys(budget).length === 0) return;
  const family = new Set([turn.sessionId]);
  const used = new Map<string, MessageInfo>();
  let end = (): void => undefined;
  const stop = (reached: OverBudget): void => {
    end();
    app.stopped.set(turn.sessionId, reached);
    app.log('info', `stopping ${turn.sessionId}: its budget of ${reached.budget} is used up`);
    void abortTurn(api, turn.sessionId, turn.mark).catch((error: unknown) => app.log('warn', String(error)));
  };
  const check = (): void => {
    const sum = (pick: (info: MessageInfo) => number): number =>
      [...used.values()].reduce((total, info) => total + pick(info), 0);
    const tokens = sum((info) => (info.tokens ? info.tokens.input + info.tokens.output + info.tokens.reasoning : 0));
    const cost = sum((info) => info.cost ?? 0);
    if (budget.tokens !== undefined && tokens >= budget.tokens)
      stop({ budget: 'tokens', limit: budget.tokens, used: tokens });
    else if (budget.cost !== undefined && cost >= budget.cost) stop({ budget: 'cost', limit: budget.cost, used: cost });
  };
  const take = (event: ServerEvent): void => {
    const info = event.properties['info'] as (MessageInfo & Session) | undefined;
    if (event.type === 'session.created' && family.has(info?.parentID ?? '')) family.add(info?.id ?? '');
    if (event.type === 'message.updated' && info?.role === 'assistant' && family.has(info.sessionID)) {
      used.set(info.id, info);
      check();
    }
    if (event.type === 'session.idle' || event === lookAgain) void endWhenOver();
  };
  const endWhenOver = async (): Promise<void> => {
    const { kind } = await lookAtTurn(api, turn).catch(() => ({ kind: 'failed' }));
    if (kind === 'done' || kind === 'failed') end();
  };
  const { minutes } = budget;
  const timer =
    minutes === undefined
      ? undefined
      : setTimeout(() => stop({ budget: 'minutes', limit: minutes, used: minutes }), minutes * 60_000);
  timer?.unref();
  const unlisten = await app.events.listen(api, take);
  end = () => {
    clearTimeout(timer);
    unlisten();
  };
}
