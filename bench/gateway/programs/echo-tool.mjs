/** @typedef {{ id?: number | string, method?: string, params?: { arguments?: { text?: string } } }} Message */

const tools = [
  {
    name: 'echo',
    description: 'Says the text again.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

/**
 * The least a server can do: whatever a gateway costs shows beside it.
 *
 * @param {Message} message
 * @returns {string | undefined}
 */
export function answerTo({ id, method, params }) {
  if (id === undefined) return undefined;
  const result = resultOf(method, params?.arguments?.text);
  const answer = result ? { result } : { error: { code: -32601, message: `no method ${method}` } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}

/**
 * @param {string | undefined} method
 * @param {string | undefined} text
 */
function resultOf(method, text = '') {
  if (method === 'tools/call') return { content: [{ type: 'text', text }] };
  if (method === 'tools/list') return { tools };
  if (method === 'ping') return {};
  if (method !== 'initialize') return undefined;
  const serverInfo = { name: 'bench-echo', version: '1.0.0' };
  return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
}
