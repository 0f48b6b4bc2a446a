import type { Api } from '../upstream/api.ts';
import type { Message, NamedError, SessionStatus } from '../upstream/types.ts';
import { familyOf, type PendingRequest, pendingRequests } from './requests.ts';

/** The state of a turn. */
export type TurnState =
  | {
      readonly kind: 'running';
      readonly retry?: Extract<SessionStatus, { type: 'retry' }>;
      readonly idle: boolean;
      readonly unanswered?: string;
    }
  /** The prompt exists, but nothing processes it: it arrived while an earlier turn was ending. */
  | { readonly kind: 'stranded'; readonly messageId: string }
  | { readonly kind: 'waiting'; readonly requests: readonly PendingRequest[] }
  | { readonly kind: 'done'; readonly user: Message; readonly replies: readonly Message[] }
  | {
      readonly kind: 'failed';
      readonly error: NamedError;
      readonly user?: Message;
      readonly replies: readonly Message[];
    };

/** The metadata key of the marker by which the message of a prompt is found again. */
export const markKey = 'plugboard';

export interface Turn {
  readonly sessionId: string;
  readonly mark: string;
}

/** The number of messages searched for a turn; a turn with more tool calls than this is still running. */
export const recent = 200;

/** The marker of a message. */
export function markOf({ parts }: Message): unknown {
  return parts.map(({ metadata }) => metadata?.[markKey]).find((mark) => mark !== undefined);
}

export function userMessageOf(messages: readonly Message[], mark: string): Message | undefined {
  return messages.findLast((message) => markOf(message) === mark);
}

export async function readTurnState(api: Api, { sessionId, mark }: Turn, reported?: NamedError): Promise<TurnState> {
  const status = await statusOf(api, sessionId);
  if (status.type !== 'idle') return atWork(api, sessionId, status);
  const messages = await api.get<Message[]>(`/session/${sessionId}/message`, { limit: recent });
  const user = userMessageOf(messages, mark);
  const replies = messages.filter(({ info }) => user && info.parentID === user.info.id);
  const last = replies.at(-1)?.info;
  if (user && last?.error) return { kind: 'failed', error: last.error, user, replies };
  if (user && last?.time.completed !== undefined) {
    // After tool calls more follows, unless a rejected permission stopped the turn there.
    const over = last.finish !== 'tool-calls' || (await statusOf(api, sessionId)).type === 'idle';
    return over ? { kind: 'done', user, replies } : { kind: 'running', idle: false };
  }
  if (reported) return { kind: 'failed', error: reported, replies, ...(user ? { user } : {}) };
  return { kind: 'running', idle: true, ...(user && !last ? { unanswered: user.info.id } : {}) };
}

async function atWork(api: Api, sessionId: string, status: SessionStatus): Promise<TurnState> {
  const requests = await pendingRequests(api, await familyOf(api, sessionId));
  if (requests.length > 0) return { kind: 'waiting', requests };
  return { kind: 'running', idle: false, ...(status.type === 'retry' ? { retry: status } : {}) };
}

/** OpenCode does not list idle sessions. */
export async function statusOf(api: Api, sessionId: string): Promise<SessionStatus> {
  return (await api.get<Record<string, SessionStatus>>('/session/status'))[sessionId] ?? { type: 'idle' };
}
