/** @typedef {{ id?: number | string, method?: string, params?: { protocolVersion?: string } }} Message */

/** @type {Record<string, (params: Message['params']) => object>} */
const results = {
  initialize: (params) => ({
    // The client's own version: which one is spoken is not what these tests are about.
    protocolVersion: params?.protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'plugboard-target', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object', properties: {} } }],
  }),
};

/**
 * The least an MCP server has to say to be taken for one. Notifications get no reply.
 *
 * @param {Message} message
 */
export function answer({ id, method = '', params }) {
  if (id === undefined) return undefined;
  const result = Object.hasOwn(results, method) ? results[method]?.(params) : undefined;
  if (result) return { jsonrpc: '2.0', id, result };
  return { jsonrpc: '2.0', id, error: { code: -32601, message: `unknown method ${method}` } };
}
