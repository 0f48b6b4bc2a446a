const tools = ['safe', 'danger', 'say'].map((name) => ({ name, inputSchema: { type: 'object' } }));

/** @type {Record<string, (params: any) => object>} */
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion ?? '2025-11-25',
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    serverInfo: { name: 'target', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({ prompts: [{ name: 'p' }] }),
  'resources/list': () => ({ resources: [{ uri: 'a://b', name: 'b' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'tools/call': ({ arguments: given }) => ({
    content: [{ type: 'text', text: JSON.stringify(given ?? {}).slice(0, 200) }],
  }),
};

/**
 * What a server under attack says: the answer it owes, and before that the text which a call of `say` asks for, in which
 * $ID stands for the id of the call.
 *
 * @param {any} message
 * @returns {{ raw?: string, answer?: object }}
 */
export function answerOf(message) {
  const { id, method, params } = message;
  if (method === undefined || id === undefined) return {};
  const answer = { jsonrpc: '2.0', id, result: Object.hasOwn(results, method) ? results[method]?.(params ?? {}) : {} };
  const isSay = method === 'tools/call' && params?.name === 'say' && typeof params.arguments?.text === 'string';
  if (!isSay) return { answer };
  const raw = Buffer.from(params.arguments.text, 'base64').toString().replaceAll('$ID', JSON.stringify(id));
  return { raw, answer };
}
