import { LEGACY, MODERN } from '../runtime/connect/raw-link.ts';
import type { Era, ListKind } from '../runtime/connect/session.ts';
import type { Client } from './client.ts';
import { modernFields } from './eras.ts';
import { wholeOf } from './frame.ts';
import { instructionsOf } from './instructions.ts';
import { setLogLevel } from './log-level.ts';
import type { OfferKind } from './offered.ts';
import { INVALID_PARAMS, tooManySubscriptions } from './refusal.ts';
import { complete, getPrompt, readResource, subscribeTo, unsubscribeFrom } from './routed.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';
import { listTasks } from './tasks/list-tasks.ts';
import { offeredTasks } from './tasks/offered-tasks.ts';
import { askAboutTask } from './tasks/task-requests.ts';
import { watchTasks } from './tasks/watch-tasks.ts';

export type Answer = (session: Client, frame: Frame, era: Era) => void;

/** Everything is announced: what a server has to offer may not be known before it is used. */
const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
};

/** Tasks are not: a client that hears of them works in another way. */
function capabilitiesFor({ core, view }: Client, era: Era): JsonObject {
  return { ...capabilities, ...offeredTasks(core.upstreams(view), era) };
}

const initialize: Answer = (session, frame) => {
  const { params = {} } = wholeOf(frame);
  const { protocolVersion, capabilities: own, clientInfo } = params;
  session.era = 'legacy';
  session.client = {
    clientInfo: (clientInfo ?? session.core.options.clientInfo) as typeof session.client.clientInfo,
    capabilities: (own ?? {}) as JsonObject,
  };
  const version = LEGACY.find((known) => known === protocolVersion) ?? LEGACY[0];
  hello(session, frame, () => ({
    protocolVersion: version,
    capabilities: capabilitiesFor(session, 'legacy'),
    serverInfo: session.core.options.clientInfo,
  }));
};

const discover: Answer = (session, frame) => {
  hello(session, frame, () => ({
    ...modernFields('server/discover'),
    supportedVersions: [MODERN],
    capabilities: capabilitiesFor(session, 'modern'),
    _meta: { 'io.modelcontextprotocol/serverInfo': session.core.options.clientInfo },
  }));
};

/** Servers of which nothing is known yet get a moment, because what they say about themselves is said only once. */
function hello(session: Client, frame: Frame, result: () => JsonObject): void {
  const { core, view } = session;
  core.look(session, view);
  const answer = (): void => {
    const instructions = instructionsOf(core.upstreams(view));
    session.reply(frame.message.id as RequestId, { ...result(), ...(instructions && { instructions }) });
  };
  const known = core.known(['tools'], view);
  if (known) session.later(frame, answerSoon(known, core.limits.helloMs, answer));
  else answer();
}

async function answerSoon(known: Promise<void>, ms: number, answer: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([known, late]);
  clearTimeout(timer);
  answer();
}

function list(kind: OfferKind, kinds: readonly ListKind[]): Answer {
  return (session, frame, era) => {
    const { core, view } = session;
    const answer = (): void => {
      session.listening.listed(kinds);
      session.replyText(frame.message.id as RequestId, core.offered(view).listText(kind, era));
    };
    core.look(session, view);
    const known = core.known(kinds, view);
    if (known) session.later(frame, known.then(answer));
    else answer();
  };
}

const listen: Answer = (session, frame) => {
  const id = frame.message.id as RequestId;
  const wanted = wholeOf(frame).params?.['notifications'];
  if (typeof wanted !== 'object' || wanted === null) {
    return session.refuse(id, { code: INVALID_PARAMS, message: "Invalid params: 'notifications' is required" });
  }
  const { resourceSubscriptions, taskIds } = wanted as { resourceSubscriptions?: unknown; taskIds?: unknown };
  if (!session.listening.hasRoomFor(1 + (Array.isArray(resourceSubscriptions) ? resourceSubscriptions.length : 0)))
    return session.refuse(id, tooManySubscriptions);
  if (!Array.isArray(taskIds)) session.listening.begin(id, wanted);
  else if (!watchTasks(session, id, wanted, taskIds)) return;
  if (Array.isArray(resourceSubscriptions)) for (const uri of resourceSubscriptions) subscribeTo(session, String(uri));
};

/** What clients of the modern era no longer have. */
export const legacyOnly: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
]);

/** What the gateway answers itself, or sends to the server it is about. */
export const localAnswers: ReadonlyMap<string, Answer> = new Map<string, Answer>(
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
      if (!session.listening.hasRoomFor(1)) return session.refuse(frame.message.id as RequestId, tooManySubscriptions);
      void Promise.resolve(subscribeTo(session, String(uri), frame)).catch(() => {});
    },
    'resources/unsubscribe': unsubscribeFrom,
    'completion/complete': complete,
    'logging/setLevel': setLogLevel,
    'subscriptions/listen': listen,
    'tasks/get': askAboutTask,
    'tasks/update': askAboutTask,
    'tasks/cancel': askAboutTask,
    'tasks/result': askAboutTask,
    'tasks/list': listTasks,
  }),
);
