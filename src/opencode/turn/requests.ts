import { cutToFit } from '../../mcp/fit-result.ts';
import { sizeOf, toCursor } from '../../mcp/page.ts';
import type { Data } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import type { PermissionRequest, QuestionRequest, Session } from '../upstream/types.ts';

/** A permission or question that OpenCode is waiting for, in the fields of our tools. */
export interface PendingRequest {
  readonly requestId: string;
  readonly kind: 'permission' | 'question';
  readonly sessionId: string;
  readonly permission?: string;
  readonly patterns?: readonly string[];
  /** The patterns that `always` would allow. */
  readonly always?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly questions?: QuestionRequest['questions'];
}

/** The pending requests of these sessions, or of the whole directory. */
export async function pendingRequests(api: Api, sessions?: ReadonlySet<string>): Promise<PendingRequest[]> {
  const [permissions, questions] = await Promise.all([
    api.get<PermissionRequest[]>('/permission'),
    api.get<QuestionRequest[]>('/question'),
  ]);
  const open = [...permissions.map(ofPermission), ...questions.map(ofQuestion)];
  return sessions ? open.filter(({ sessionId }) => sessions.has(sessionId)) : open;
}

/** A session and its subagent sessions: their requests block it too. */
export async function familyOf(api: Api, id: string): Promise<Set<string>> {
  const family = new Set([id]);
  for (const member of family) {
    const children = await api.get<Session[]>(`/session/${member}/children`);
    for (const child of children) family.add(child.id);
  }
  return family;
}

/** Requests within a size limit. A diff can be as long as a file; opencode_request_list returns the rest. */
export function shownRequests(requests: readonly PendingRequest[], room: number): Data[] {
  const share = Math.floor(room / Math.max(1, requests.length));
  return requests.map((request) => {
    if (sizeOf(request) <= share) return { ...request };
    const more = { nextCursor: toCursor({ request: request.requestId, at: 0 }) };
    const cut = cutToFit({ ...request }, (shown) => sizeOf({ ...shown, ...more }) <= share);
    return { ...(cut ?? { requestId: request.requestId, kind: request.kind, truncated: true }), ...more };
  });
}

function ofPermission({ id, sessionID, permission, patterns, metadata, always }: PermissionRequest): PendingRequest {
  return { requestId: id, kind: 'permission', sessionId: sessionID, permission, patterns, always, details: metadata };
}

function ofQuestion({ id, sessionID, questions }: QuestionRequest): PendingRequest {
  return { requestId: id, kind: 'question', sessionId: sessionID, questions };
}
