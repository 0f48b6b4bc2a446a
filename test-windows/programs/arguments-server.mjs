import { createInterface } from 'node:readline';

// A server without a library. Its tool returns the arguments that it was started with.
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'arguments', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'arguments', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify(process.argv.slice(2)) }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const result = answer ? { result: answer(params) } : { error: { code: -32601, message: 'unknown method' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...result })}\n`);
});
