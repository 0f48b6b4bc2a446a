// A server whose tool answers after a while: `wait` with the argument `ms`.
import { createInterface } from 'node:readline';

const tools = [{ name: 'wait', inputSchema: { type: 'object', properties: { ms: { type: 'number' } } } }];
/** @type {(id: unknown, result: object) => void} */
const answer = (id, result) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const { protocolVersion, arguments: args = {} } = params;
  if (method === 'initialize')
    answer(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'waiting', version: '1' } });
  else if (method === 'tools/list') answer(id, { tools });
  else if (method === 'tools/call') setTimeout(() => answer(id, { content: [] }), args.ms ?? 0);
  else process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } })}\n`);
});
