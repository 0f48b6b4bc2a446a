import type { Api } from '../upstream/api.ts';
import type { Message, Session } from '../upstream/types.ts';
import type { OverBudget } from './budget/over-budget.ts';
import { markKey, markOf, type Turn } from './turn-state.ts';

interface Stopped extends OverBudget {
  /** The user message that started the turn. */
  readonly mark: string;
}

/** Records in the session, visible to every client, that a budget stopped a turn. */
export async function noteStopped(api: Api, { sessionId, mark }: Turn, reached: OverBudget): Promise<void> {
  const { metadata } = await api.get<Session>(`/session/${sessionId}`);
  const stopped: Stopped = { ...reached, mark };
  await api.send('PATCH', `/session/${sessionId}`, { metadata: { ...metadata, [markKey]: { stopped } } });
}

/** The budget that stopped the turn of a user message. */
export function stoppedTurn({ metadata }: Session, user: Message | undefined): OverBudget | undefined {
  const { stopped } = (metadata?.[markKey] ?? {}) as { readonly stopped?: Stopped };
  if (!stopped || !user || stopped.mark !== markOf(user)) return undefined;
  const { budget, limit, used } = stopped;
  return { budget, limit, used };
}
