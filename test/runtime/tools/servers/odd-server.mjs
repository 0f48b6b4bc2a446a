// A server written by hand, so that it can do what no library would: it speaks JSON-RPC, one message a line.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** @typedef {{ id?: number, method: string, params?: any }} Message */

/** Names and descriptions of more tools; read anew for every list, so that a test can change them. */
const toolsFile = process.env['TOOLS_FILE'];
/** Gets a line for each request, and one at the start. */
const logFile = process.env['LOG_FILE'];
/** Announces another list whenever it has given one. */
const isRestless = process.env['RESTLESS'] === '1';

/** Keeps its list to itself until it is pinged. */
const isSlow = process.env['SLOW'] === '1';
/** @type {object[]} */
const kept = [];

const own = ['echo', 'odd', 'fail', 'refuse', 'wait', 'ask', 'structured', 'announce', 'die'];
/** Calls that wait to be cancelled. */
const waiting = new Set();

/** @param {string} line */
function log(line) {
  if (logFile) appendFileSync(logFile, `${line}\n`);
}

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function tools() {
  const more = toolsFile ? JSON.parse(readFileSync(toolsFile, 'utf8')) : [];
  return [...own.map((name) => ({ name, inputSchema: { type: 'object' } })), ...more];
}

/** @type {Record<string, (args: any, message: Message) => object | undefined>} */
const calls = {
  echo: (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }], 'x-more': 1 }),
  odd: () => ({
    content: [
      { type: 'text', text: 'text' },
      { type: 'hologram', shape: 'cube' },
    ],
  }),
  fail: () => ({ content: [{ type: 'text', text: 'no such file' }], isError: true }),
  structured: () => ({ content: [], structuredContent: { sum: 3 } }),
  ask: () => ({ resultType: 'input_required', inputRequests: {} }),
  wait(_, { id, params }) {
    waiting.add(id);
    for (const progress of [1, 2]) {
      const { progressToken } = params['_meta'] ?? {};
      send({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 2, message: `step ${progress}` },
      });
    }
    return undefined;
  },
  announce({ what }) {
    send({ method: `notifications/${what}/list_changed` });
    return { content: [] };
  },
  die: () => process.exit(3),
};

/** @type {Record<string, (message: Message) => object | undefined>} */
const answers = {
  initialize: ({ params }) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    serverInfo: { name: 'odd', version: '1.2.3' },
    instructions: 'Handle with care.',
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: tools() }),
  'tools/call': (message) => calls[message.params.name]?.(message.params.arguments, message),
  'resources/list': () => ({ resources: [{ uri: 'odd://a', name: 'a', 'x-more': 1 }, { name: 'without address' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'odd://{name}', name: 'any' }] }),
  'resources/read': ({ params }) => ({
    contents: [
      { uri: params.uri, mimeType: 'text/plain', text: 'one' },
      { uri: `${params.uri}/b`, mimeType: 'image/png', blob: 'AAAA' },
    ],
    'x-more': 1,
  }),
  'prompts/list': () => ({
    prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }, { name: 'how' }] }, { title: 'nameless' }],
  }),
  'prompts/get': ({ params }) => ({
    description: 'A greeting',
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${params.arguments.who}` } }],
  }),
};

log('start');
createInterface({ input: process.stdin }).on('line', (line) => {
  /** @type {Message} */
  const message = JSON.parse(line);
  const { id, method, params } = message;
  if (method === 'notifications/cancelled') log(`cancelled ${waiting.delete(params.requestId)}`);
  if (id === undefined) return;
  log(method === 'tools/call' ? `call ${params.name}` : method);
  if (params?.name === 'refuse') return send({ id, error: { code: -32055, message: 'not today', data: { retry: 5 } } });
  const answer = answers[method];
  if (!answer) return send({ id, error: { code: -32601, message: 'Method not found' } });
  const result = answer(message);
  if (result && isSlow && method === 'tools/list') kept.push({ id, result });
  else if (result) send({ id, result });
  if (method === 'ping') for (const message of kept.splice(0)) send(message);
  if (method === 'tools/list' && isRestless) send({ method: 'notifications/tools/list_changed' });
});
