// A server without a library that uses everything the protocol has, and some things that it does not have.
import { createInterface } from 'node:readline';

/** @typedef {Record<string, any>} Params */

const object = { type: 'object', properties: {} };
/** @type {Map<number, (answer: any) => void>} */
const asked = new Map();
/** @type {Map<number | string, number | string>} Calls that hang, by their progress token. */
const hanging = new Map();
/** @type {{ wait?: (reason: string) => void, reason?: string }} */
const cancelled = {};
let hasGrown = false;
/** @type {{ isTold?: boolean, wait?: () => void }} */
const rootsChange = {};
let lastAsked = 0;

const write = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tell = (/** @type {string} */ method, /** @type {Params} */ params) => write({ method, params });
const text = (/** @type {unknown} */ said) => ({
  content: [{ type: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) }],
});

/** Asks the client and gives back its answer, an error included. */
function ask(/** @type {string} */ method, /** @type {Params} */ params) {
  lastAsked += 1;
  const id = lastAsked;
  write({ id, method, params });
  return new Promise((done) => asked.set(id, done));
}

/** @type {Record<string, (params: Params, id: number | string) => unknown>} */
const tools = {
  structured: () => ({
    ...text('{"a":1}'),
    structuredContent: { a: 1, 'not/declared': [null, 1e21] },
    _meta: { 'x/y': 'META' },
    futureField: { deep: ['kept'] },
  }),
  progress: ({ _meta: { progressToken } }) => {
    for (const progress of [1, 2, 3]) {
      tell('notifications/progress', { progressToken, progress, total: 3, message: `step ${progress}`, unknown: true });
    }
    return text('three steps');
  },
  // Never answered: it ends by being cancelled.
  hang: ({ _meta: { progressToken } }, id) => {
    hanging.set(id, id);
    tell('notifications/progress', { progressToken, progress: 0 });
  },
  // Answered when the call that hangs has been cancelled, whenever that is.
  'why-cancelled': async () => text(cancelled.reason ?? (await new Promise((done) => (cancelled.wait = done)))),
  sample: async () =>
    text(await ask('sampling/createMessage', {
      messages: [{ role: 'user', content: { type: 'text', text: 'question' } }],
      maxTokens: 5,
      futureParam: { kept: true },
    })), // prettier-ignore
  elicit: async () =>
    text(await ask('elicitation/create', {
      message: 'name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string', 'x-hint': 'kept' } } },
    })), // prettier-ignore
  roots: async () => text(await ask('roots/list', {})),
  // Over HTTP, the call may arrive before the notification.
  'roots-changed': async () => {
    if (!rootsChange.isTold) await new Promise((done) => (rootsChange.wait = () => done(undefined)));
    return text('told');
  },
  'ask-unknown': async () => text(await ask('probe/question', { n: 1 })),
  log: () => {
    tell('notifications/message', { level: 'error', logger: 'probe', data: { line: 'LOGGED' }, unknown: 1 });
    return text('logged');
  },
  'tell-unknown': () => {
    tell('notifications/probe/custom', { n: 1 });
    return text('told');
  },
  grow: () => {
    hasGrown = true;
    tell('notifications/tools/list_changed', {});
    return text('grown');
  },
  meta: ({ _meta: { progressToken: _, ...meta } = {}, futureParam }) => text({ meta, futureParam }),
  fail: () => ({ ...text('boom'), isError: true }),
  'rpc-error': () => Promise.reject({ code: -32055, message: 'custom', data: { d: [1, { deep: true }] } }),
  'future-content': () => ({
    content: [
      { type: 'hologram', frames: [1, 2], _meta: { a: 1 } },
      { type: 'resource_link', uri: 'probe://r1', name: 'r1', futureField: 1 },
    ],
  }),
  echo: ({ arguments: { text: said } }) => text(said),
};

const listed = () => [
  ...Object.keys(tools).map((name) => ({
    name,
    title: `Title of ${name}`,
    description: name,
    inputSchema: object,
    ...(name === 'structured' && {
      outputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
      annotations: { readOnlyHint: true, futureHint: 'kept' },
      icons: [{ src: 'data:image/png;base64,AA==', mimeType: 'image/png' }],
      _meta: { 'x/tool': { kept: true } },
      futureField: ['kept'],
    }),
  })),
  ...(hasGrown ? [{ name: 'grown', description: 'new', inputSchema: object }] : []),
];

/** @type {Record<string, (params: Params, id: number | string) => unknown>} */
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
    },
    serverInfo: { name: 'probe', version: '1.0.0' },
    instructions: 'PROBE INSTRUCTIONS',
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: listed() }),
  'tools/call': (params, id) => {
    const tool = Object.hasOwn(tools, params['name']) ? tools[params['name']] : undefined;
    return tool ? tool(params, id) : Promise.reject({ code: -32602, message: 'no such tool' });
  },
  'resources/list': () => ({ resources: [{ uri: 'probe://r1', name: 'r1', size: 3, futureField: 'kept' }] }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'probe://t/{id}', name: 't', futureField: 'kept' }],
  }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: `RESOURCE ${uri}`, futureField: 1 }], _meta: { r: 1 } }),
  'resources/subscribe': ({ uri }) => {
    setImmediate(() => tell('notifications/resources/updated', { uri, futureField: 1 }));
    return {};
  },
  'resources/unsubscribe': () => ({}),
  'prompts/list': () => ({ prompts: [{ name: 'p1', title: 'P', arguments: [{ name: 'x' }], futureField: 1 }] }),
  'prompts/get': ({ arguments: given }) => ({
    messages: [{ role: 'user', content: { type: 'hologram', given } }],
    description: 'PROMPT',
    futureField: 1,
  }),
  'completion/complete': ({ ref, argument }) => ({
    completion: {
      values: [`${ref.type} ${argument.name}=${argument.value}`],
      total: 1,
      hasMore: false,
      futureField: 1,
    },
  }),
  'logging/setLevel': () => ({}),
  'probe/custom': (params) => ({ got: params, futureField: 1 }),
};

/** @param {string} line */
async function receive(line) {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (method === undefined) {
    asked.get(id)?.(error ? { error } : { result });
    asked.delete(id);
    return;
  }
  if (method === 'notifications/roots/list_changed') {
    rootsChange.isTold = true;
    rootsChange.wait?.();
  }
  if (method === 'notifications/cancelled' && hanging.has(params.requestId)) {
    cancelled.reason = params.reason ?? 'no reason';
    cancelled.wait?.(cancelled.reason ?? '');
  }
  if (id === undefined) return;
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!answer) return void write({ id, error: { code: -32601, message: `no method ${method}` } });
  try {
    const found = await answer(params, id);
    if (found !== undefined) write({ id, result: found });
  } catch (failure) {
    write({ id, error: failure });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => void receive(line));
process.stdin.on('end', () => process.exit(0));
