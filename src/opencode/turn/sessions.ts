import type { Api } from '../upstream/api.ts';
import type { ModelId, Rule, Session } from '../upstream/types.ts';

interface NewSession {
  readonly title?: string | undefined;
  readonly agent?: string | undefined;
  readonly model?: ModelId | undefined;
  readonly parentID?: string | undefined;
  readonly permission?: readonly Rule[] | undefined;
}

export function createSession(api: Api, { model, ...rest }: NewSession): Promise<Session> {
  const id = model ? { model: { providerID: model.providerID, id: model.modelID } } : {};
  // JSON omits undefined fields.
  return api.post<Session>('/session', { ...rest, ...id });
}

/** Sets other rules on an existing session, if given. Returns its ID once it is known to exist. */
export async function setSessionRules(api: Api, id: string, permission: readonly Rule[] | undefined): Promise<string> {
  if (permission) await api.send('PATCH', `/session/${id}`, { permission });
  else await api.get(`/session/${id}`);
  return id;
}

/** A session in the fields of our tools. */
export function describeSession(session: Session): Record<string, unknown> {
  const { id, title, directory, parentID, agent, model, summary, share, time, revert } = session;
  return {
    sessionId: id,
    title,
    directory,
    ...(parentID === undefined ? {} : { parentId: parentID }),
    ...(agent === undefined ? {} : { agent }),
    ...(model ? { model: `${model.providerID}/${model.id}` } : {}),
    ...(summary && summary.files > 0 ? { changes: summary } : {}),
    ...(share ? { shareUrl: share.url } : {}),
    ...(revert ? { revertedTo: revert.messageID } : {}),
    ...(time.archived ? { archived: true } : {}),
    created: new Date(time.created).toISOString(),
    updated: new Date(time.updated).toISOString(),
  };
}
