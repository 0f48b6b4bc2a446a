import { createInterface } from 'node:readline';

/**
 * @typedef {{ id?: number | string, method?: string, params?: Record<string, any> }} Message
 * @typedef {Record<string, (params: Record<string, any>) => any>} Handlers
 */

/** @param {unknown} message */
export function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/**
 * @param {string} method
 * @param {unknown} [params]
 */
export function notify(method, params) {
  send({ jsonrpc: '2.0', method, params });
}

/** An error that is answered instead of a result. */
export class Refusal extends Error {
  /**
   * @param {number} code
   * @param {string} message
   * @param {unknown} [data]
   */
  constructor(code, message, data) {
    super(message);
    this.error = { code, message, data };
  }
}

/**
 * Answers each request with what its handler gives; a handler that gives nothing leaves it unanswered.
 *
 * @param {Handlers} handlers
 */
export function serve(handlers) {
  createInterface({ input: process.stdin }).on('line', (line) => void answer(JSON.parse(line), handlers));
}

/**
 * @param {Message} message
 * @param {Handlers} handlers
 */
async function answer({ id, method = '', params = {} }, handlers) {
  const handler = handlers[method];
  try {
    if (!handler && id !== undefined) throw new Refusal(-32601, `There is no ${method}`);
    const result = await handler?.(params);
    if (id !== undefined && result !== undefined) send({ jsonrpc: '2.0', id, result });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send({ jsonrpc: '2.0', id, error: error.error });
  }
}

/** @param {Record<string, unknown>} [capabilities] */
export function initialized(capabilities = { tools: { listChanged: true } }) {
  return (/** @type {Record<string, any>} */ { protocolVersion }) => ({
    protocolVersion,
    capabilities,
    serverInfo: { name: 'of-ours', version: '1.2.3', 'x-more': true },
    instructions: 'Be kind.',
  });
}

export const page = (/** @type {string[]} */ names, /** @type {string} */ nextCursor = '') => ({
  tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
  ...(nextCursor && { nextCursor }),
});

export const text = (/** @type {unknown} */ value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});
