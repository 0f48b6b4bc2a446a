import type { Api } from '../upstream/api.ts';
import type { PermissionRequest, QuestionRequest, Session } from '../upstream/types.ts';

/** Something OpenCode waits for, in the words of our tools. */
export interface PendingRequest {
  readonly requestId: string;
  readonly kind: 'permission' | 'question';
  readonly sessionId: string;
  readonly permission?: string;
  readonly patterns?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly questions?: QuestionRequest['questions'];
}

/** What is open in these sessions, or in all of the directory. */
export async function pendingRequests(api: Api, sessions?: ReadonlySet<string>): Promise<PendingRequest[]> {
  const [permissions, questions] = await Promise.all([
    api.get<PermissionRequest[]>('/permission'),
    api.get<QuestionRequest[]>('/question'),
  ]);
  const open = [...permissions.map(ofPermission), ...questions.map(ofQuestion)];
  return sessions ? open.filter(({ sessionId }) => sessions.has(sessionId)) : open;
}

/** A session and those it has handed work to: what they wait for, it waits for. */
export async function familyOf(api: Api, id: string): Promise<Set<string>> {
  const family = new Set([id]);
  for (const member of family) {
    const children = await api.get<Session[]>(`/session/${member}/children`);
    for (const child of children) family.add(child.id);
  }
  return family;
}

function ofPermission({ id, sessionID, permission, patterns, metadata }: PermissionRequest): PendingRequest {
  return { requestId: id, kind: 'permission', sessionId: sessionID, permission, patterns, details: metadata };
}

function ofQuestion({ id, sessionID, questions }: QuestionRequest): PendingRequest {
  return { requestId: id, kind: 'question', sessionId: sessionID, questions };
}
