import { LEGACY, MODERN } from '../../runtime/connect/raw-link.ts';
import type { Era, ListKind } from '../../runtime/connect/session/session.ts';
import type { RouteKind } from '../catalog/view-catalog.ts';
import { modernFields } from '../message/eras.ts';
import { wholeOf } from '../message/frame.ts';
import { INVALID_PARAMS, tooManySubscriptions } from '../message/rpc-error.ts';
import { listTasks } from '../tasks/list-tasks.ts';
import { offeredTasks } from '../tasks/offered-tasks.ts';
import { forwardTaskRequest } from '../tasks/task-requests.ts';
import { watchTasks } from '../tasks/watch-tasks.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Client } from './client.ts';
import { setLogLevel } from './log-level.ts';
import { complete, getPrompt, readResource, subscribeTo, unsubscribeFrom } from './routed.ts';
import { sessionField } from './session-fields.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';

export type RequestHandler = (session: Client, frame: Frame, era: Era) => void;

/** All capabilities are announced, because those of a server may not be known before it is used. */
const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
};

/** Tasks are announced only if a server supports them, because clients behave differently then. */
function capabilitiesFor({ core, view }: Client, era: Era): JsonObject {
  return { ...capabilities, ...offeredTasks(core.upstreams(view), era) };
}

const initialize: RequestHandler = (session, frame) => {
  const { params = {} } = wholeOf(frame);
  const { protocolVersion, capabilities: own, clientInfo } = params;
  session.era = 'legacy';
  session.client = {
    clientInfo: (clientInfo ?? session.core.options.clientInfo) as typeof session.client.clientInfo,
    capabilities: (own ?? {}) as JsonObject,
  };
  session.changed(sessionField.client(session.client));
  const version = LEGACY.find((known) => known === protocolVersion) ?? LEGACY[0];
  answerHandshake(session, frame, () => ({
    protocolVersion: version,
    capabilities: capabilitiesFor(session, 'legacy'),
    serverInfo: session.core.options.clientInfo,
  }));
};

const discover: RequestHandler = (session, frame) => {
  answerHandshake(session, frame, () => ({
    ...modernFields('server/discover'),
    supportedVersions: [MODERN],
    capabilities: capabilitiesFor(session, 'modern'),
    _meta: { 'io.modelcontextprotocol/serverInfo': session.core.options.clientInfo },
  }));
};

/** Waits briefly for unknown servers, because their instructions can be sent only in this response. */
function answerHandshake(session: Client, frame: Frame, result: () => JsonObject): void {
  const { core, view } = session;
  core.refreshLists(session, view);
  const answer = (): void => {
    const instructions = instructionsOf(core.upstreams(view));
    session.reply(frame.message.id as RequestId, { ...result(), ...(instructions && { instructions }) });
  };
  const known = core.whenListed(['tools'], view);
  if (known) session.track(frame, answerWithin(known, core.limits.helloMs, answer));
  else answer();
}

async function answerWithin(known: Promise<void>, ms: number, answer: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([known, late]);
  clearTimeout(timer);
  answer();
}

function list(kind: RouteKind, kinds: readonly ListKind[]): RequestHandler {
  return (session, frame, era) => {
    const { core, view } = session;
    const answer = (): void => {
      session.subscriptions.listed(kinds);
      session.replyText(frame.message.id as RequestId, core.catalogFor(view).listText(kind, era));
    };
    core.refreshLists(session, view);
    const known = core.whenListed(kinds, view);
    if (known) session.track(frame, known.then(answer));
    else answer();
  };
}

const listen: RequestHandler = (session, frame) => {
  const id = frame.message.id as RequestId;
  const wanted = wholeOf(frame).params?.['notifications'];
  if (typeof wanted !== 'object' || wanted === null) {
    return session.refuse(id, { code: INVALID_PARAMS, message: "Invalid params: 'notifications' is required" });
  }
  const { resourceSubscriptions, taskIds } = wanted as { resourceSubscriptions?: unknown; taskIds?: unknown };
  if (!session.subscriptions.hasRoomFor(1 + (Array.isArray(resourceSubscriptions) ? resourceSubscriptions.length : 0)))
    return session.refuse(id, tooManySubscriptions);
  if (!Array.isArray(taskIds)) session.subscriptions.begin(id, wanted);
  else if (!watchTasks(session, id, wanted, taskIds)) return;
  if (Array.isArray(resourceSubscriptions)) for (const uri of resourceSubscriptions) subscribeTo(session, String(uri));
};

/** Methods that do not exist in the modern era. */
export const legacyOnly: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
]);

/** Handlers of the methods that the gateway answers itself or routes by their params. */
export const localHandlers: ReadonlyMap<string, RequestHandler> = new Map<string, RequestHandler>(
  Object.entries({
    initialize,
    'server/discover': discover,
    ping: (session: Client, frame: Frame) => session.reply(frame.message.id as RequestId, {}),
    'tools/list': list('tools', ['tools']),
    'prompts/list': list('prompts', ['prompts']),
    'resources/list': list('resources', ['resources']),
    'resources/templates/list': list('templates', ['resourceTemplates']),
    'prompts/get': getPrompt,
    'resources/read': readResource,
    'resources/subscribe': (session: Client, frame: Frame) => {
      const uri = frame.message.params?.['uri'];
      if (!session.subscriptions.hasRoomFor(1))
        return session.refuse(frame.message.id as RequestId, tooManySubscriptions);
      void Promise.resolve(subscribeTo(session, String(uri), frame)).catch(() => {});
    },
    'resources/unsubscribe': unsubscribeFrom,
    'completion/complete': complete,
    'logging/setLevel': setLogLevel,
    'subscriptions/listen': listen,
    'tasks/get': forwardTaskRequest,
    'tasks/update': forwardTaskRequest,
    'tasks/cancel': forwardTaskRequest,
    'tasks/result': forwardTaskRequest,
    'tasks/list': listTasks,
  }),
);

/** The approved instructions of all servers, each under a heading if there are several servers. */
function instructionsOf(upstreams: readonly Upstream[]): string | undefined {
  const told = upstreams.flatMap(({ name, catalog, pinCheck }) => {
    const { instructions } = catalog.info;
    const accepted = pinCheck.instructions ?? instructions;
    return instructions !== undefined && accepted ? [{ name, text: accepted }] : [];
  });
  if (told.length === 0) return undefined;
  if (told.length === 1 && upstreams.length === 1) return told[0]?.text;
  return told.map(({ name, text }) => `# ${name}\n\n${text}`).join('\n\n');
}
