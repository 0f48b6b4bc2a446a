// A server whose tools go on working, with the same ids as every other of its kind: node tasking.mjs legacy|modern [name]
import { fault, send, speak } from './speak.mjs';

const [era = 'legacy', own = 'tasking'] = process.argv.slice(2);
const isModern = era === 'modern';
const TASKS = 'io.modelcontextprotocol/tasks';
const RELATED = 'io.modelcontextprotocol/related-task';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/** @type {Map<string, { fields: Record<string, any>, token?: unknown, waiting: ((result: object) => void)[] }>} */
const tasks = new Map();
/** @type {Map<unknown, string[]>} */
const listeners = new Map();
/** @type {Map<number, (message: any) => void>} */
const asked = new Map();

/** @type {(method: string, params: object) => void} */
const notify = (method, params) => send({ jsonrpc: '2.0', method, params });
/** @type {(value: unknown) => { content: object[] }} */
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

/** @type {(taskId: string, token?: unknown) => Record<string, any>} */
const begin = (taskId, token) => {
  const at = '2026-01-01T00:00:00Z';
  const life = isModern ? { ttlMs: 60_000 } : { ttl: 60_000 };
  const fields = { taskId, status: 'working', statusMessage: own, createdAt: at, lastUpdatedAt: at, ...life };
  tasks.set(taskId, { fields, token, waiting: [] });
  return fields;
};
begin(`kept-by-${own}`);

/** @type {(taskId: string) => NonNullable<ReturnType<typeof tasks.get>>} */
const find = (taskId) => {
  const task = tasks.get(taskId);
  if (!task) throw fault(-32602, `${own} has no such task`);
  return task;
};

/** @type {(taskId: string, status: string) => void} */
const end = (taskId, status) => {
  const { fields, token, waiting } = find(taskId);
  Object.assign(fields, { status });
  if (token !== undefined) notify('notifications/progress', { progressToken: token, progress: 1, total: 1 });
  if (!isModern) notify('notifications/tasks/status', fields);
  for (const [id, taskIds] of listeners) {
    if (taskIds.includes(taskId)) notify('notifications/tasks', { ...fields, _meta: { [SUBSCRIPTION]: id } });
  }
  const result = { ...text(`result of ${own}`), _meta: { [RELATED]: { taskId } } };
  for (const done of waiting.splice(0)) done(result);
};

/** @type {Record<string, (params: any) => any>} */
const calls = {
  work: ({ task, _meta = {} }) => {
    const declared = _meta['io.modelcontextprotocol/clientCapabilities']?.extensions?.[TASKS];
    if (isModern ? declared === undefined : task === undefined) return text('done at once');
    const fields = begin(`task-${tasks.size}`, _meta.progressToken);
    return isModern ? { ...fields, resultType: 'task' } : { task: fields };
  },
  finish: ({ arguments: { taskId } }) => {
    end(taskId, 'completed');
    return text('finished');
  },
  confirm: async ({ arguments: { taskId } }) => {
    const params = { message: 'Sure?', requestedSchema: { type: 'object' }, _meta: { [RELATED]: { taskId } } };
    send({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params });
    return text(await new Promise((done) => asked.set(1, done)));
  },
};

const capabilities = {
  tools: {},
  ...(isModern
    ? { extensions: { [TASKS]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
};

/** @type {Record<string, (params: any, id: unknown) => any>} */
const handlers = {
  'server/discover': () => {
    if (!isModern) throw fault(-32601, 'There is no server/discover');
    const serverInfo = { name: own, version: '1' };
    const about = { 'io.modelcontextprotocol/serverInfo': serverInfo };
    return { supportedVersions: ['2026-07-28'], capabilities, _meta: about };
  },
  initialize: ({ protocolVersion }) => {
    if (isModern) throw fault(-32601, 'There is no initialize');
    return { protocolVersion, capabilities, serverInfo: { name: own, version: '1' } };
  },
  'subscriptions/listen': ({ notifications: { taskIds = [] } }, id) => void listeners.set(id, taskIds),
  'tools/list': () => ({ tools: Object.keys(calls).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
  'tools/call': (params) => calls[params.name]?.(params),
  'tasks/get': ({ taskId }) => find(taskId).fields,
  'tasks/update': ({ taskId, inputResponses }) => {
    Object.assign(find(taskId).fields, { statusMessage: `${own} was told ${JSON.stringify(inputResponses)}` });
    return {};
  },
  'tasks/cancel': ({ taskId }) => {
    end(taskId, 'cancelled');
    return isModern ? {} : find(taskId).fields;
  },
  'tasks/result': async ({ taskId }) => new Promise((done) => void find(taskId).waiting.push(done)),
  // One on each page.
  'tasks/list': ({ cursor = '0' }) => {
    const all = [...tasks.values()].map(({ fields }) => fields);
    const next = Number(cursor) + 1;
    return { tasks: [all[Number(cursor)]], ...(next < all.length && { nextCursor: String(next) }) };
  },
};

speak(handlers, {
  isModern,
  answered: (message) => asked.get(message.id)?.(message),
  cancelled: (id) => void listeners.delete(id),
});
