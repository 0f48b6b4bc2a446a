// A server that sends too much, or reads too little: node flooding-server.mjs <file for notes>
import { appendFileSync } from 'node:fs';
import { send, speak } from '../servers/speak.mjs';

const [log = ''] = process.argv.slice(2);
const note = (/** @type {string} */ line) => appendFileSync(log, `${line}\n`);
const text = (/** @type {string} */ said) => ({ content: [{ type: 'text', text: said }] });
const drained = () => new Promise((done) => process.stdout.once('drain', done));

/** @type {Record<string, (params: any, id: unknown) => any>} */
const calls = {
  echo: ({ arguments: { said = '' } = {} }) => text(said),
  size: ({ arguments: { size } }) => text('x'.repeat(size)),
  hang: (_, id) => note(`hang ${String(id)}`),
  /** Log messages, progress and changes, each with its number. */
  flood: async ({ arguments: { megabytes }, _meta: { progressToken = 0 } = {} }) => {
    const data = 'x'.repeat(16 * 1024);
    for (let number = 1; number <= megabytes * 64; number += 1) {
      const isRead = process.stdout.write(
        [
          { method: 'notifications/message', params: { level: 'info', data: { number, data } } },
          { method: 'notifications/progress', params: { progressToken, progress: number } },
          { method: 'notifications/resources/updated', params: { uri: 'a://1', number } },
        ]
          .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
          .join(''),
      );
      if (!isRead) await drained();
    }
    note('flooded');
    return text('flooded');
  },
  storm: ({ arguments: { count } }) => {
    for (let number = 0; number < count; number += 1)
      send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    return text('stormed');
  },
  /** Reads nothing any more. */
  deaf: () => {
    process.stdin.pause();
    // Without anything to wait for it would end.
    setInterval(() => {}, 1_000_000);
    return text('deaf');
  },
  ask: ({ arguments: { count } }) => {
    for (let id = 1; id <= count; id += 1) send({ jsonrpc: '2.0', id, method: 'roots/list' });
    return text('asked');
  },
};

speak(
  {
    initialize: ({ protocolVersion }) => {
      const capabilities = { tools: { listChanged: true }, logging: {}, resources: { subscribe: true } };
      return { protocolVersion, capabilities, serverInfo: { name: 'flooding', version: '1' } };
    },
    'tools/list': () => {
      note('listed');
      return { tools: Object.keys(calls).map((name) => ({ name, inputSchema: { type: 'object' } })) };
    },
    'resources/list': () => ({ resources: [{ uri: 'a://1', name: 'one' }] }),
    'resources/subscribe': () => ({}),
    'tools/call': (params, id) => calls[params.name]?.(params, id),
  },
  {
    isModern: false,
    answered: ({ id, error }) => note(`answered ${id} ${error ? 'with an error' : 'well'}`),
    cancelled: (id) => note(`cancelled ${String(id)}`),
  },
);
