// A server whose tools are what a file says: one name and description per line.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file = ''] = process.argv.slice(2);
const tools = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ name: line.split(' ')[0], description: line, inputSchema: { type: 'object' } }));

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  /** @type {Record<string, () => object>} */
  const results = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'changing', version: '1' },
    }),
    'tools/list': () => ({ tools: tools() }),
    ping: () => ({}),
  };
  const result = results[method]?.();
  const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
