// A server whose tool asks the question in a file and tells the answer: node asking.mjs <legacy|modern> <question file> <log>
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [era = 'legacy', questionFile = '', logFile = ''] = process.argv.slice(2);
const question = JSON.parse(readFileSync(questionFile, 'utf8'));
const tools = [{ name: 'ask', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];
const log = (/** @type {unknown} */ value) => appendFileSync(logFile, `${JSON.stringify(value)}\n`);
const send = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const told = (/** @type {unknown} */ answer) => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] });

/** @type {Record<string, (message: any) => object | undefined>} */
const legacy = {
  initialize: ({ params: { protocolVersion, capabilities } }) => {
    log({ capabilities });
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'asking', version: '1' } };
  },
  'tools/list': () => ({ tools }),
  'tools/call': ({ id }) => {
    waiting = id;
    send({ id: 'question', method: 'elicitation/create', params: question });
    return undefined;
  },
};

/** @type {Record<string, (message: any) => object>} */
const modern = {
  'server/discover': () => ({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  }),
  'tools/list': () => ({ resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' }),
  'tools/call': ({ params: { inputResponses, _meta } }) => {
    log({ capabilities: _meta['io.modelcontextprotocol/clientCapabilities'] });
    if (inputResponses) return { resultType: 'complete', ...told(inputResponses.one) };
    return { resultType: 'input_required', inputRequests: { one: { method: 'elicitation/create', params: question } } };
  },
};

/** The call that waits for the answer. */
let waiting = 0;

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  const { id, method, result, error } = message;
  if (id === 'question') return send({ id: waiting, result: told(error ?? result) });
  if (id === undefined) return undefined;
  const handler = (era === 'modern' ? modern : legacy)[method];
  if (!handler)
    return send({ id, error: { code: method === 'initialize' ? -32022 : -32601, message: `No ${method}` } });
  const answer = handler(message);
  return answer && send({ id, result: answer });
});
