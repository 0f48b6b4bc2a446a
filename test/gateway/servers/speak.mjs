// What the servers of this folder have in common: a line in, a line out.
import { createInterface } from 'node:readline';

/** @type {(message: unknown) => void} */
export const send = (message) => void process.stdout.write(`${JSON.stringify(message)}\n`);

/** @type {(code: number, message: string, data?: object) => Error} */
export const fault = (code, message, data) => Object.assign(new Error(message), { code, data });

/**
 * Answers requests; a handler that gives nothing leaves its request open.
 * @param {Record<string, (params: any, id: unknown) => any>} handlers
 * @param {{ isModern: boolean, answered(message: any): void, cancelled(id: unknown): void }} others
 */
export function speak(handlers, { isModern, answered, cancelled }) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    const { id, method, params = {} } = message;
    if (method === undefined) return answered(message);
    if (method === 'notifications/cancelled') cancelled(params.requestId);
    if (id === undefined) return;
    Promise.resolve()
      .then(() => {
        const handler = handlers[method];
        if (!handler) throw fault(-32601, `There is no ${method}`);
        return handler(params, id);
      })
      .then(
        (result) =>
          result !== undefined &&
          send({ jsonrpc: '2.0', id, result: isModern ? { resultType: 'complete', ...result } : result }),
        ({ code, message: why, data }) => send({ jsonrpc: '2.0', id, error: { code, message: why, data } }),
      );
  });
}
