import { expect, test } from 'vitest';
import { gatewayWith, greeted } from '../support/gateway-with.ts';

/** Answers calls only once there are two: first without an id, then each. */
const script = `
const calls = [];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const serverInfo = { name: 'x', version: '1' };
  if (method === 'initialize')
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  else if (method === 'tools/list') say({ id, result: { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] } });
  else if (method === 'tools/call') {
    if (calls.push(id) < 2) return;
    say({ id: null, result: { content: [] } });
    for (const call of calls) say({ id: call, result: { content: [] } });
  } else if (id !== undefined) say({ id, error: { code: -32601, message: 'no' } });
});`;

test('a response without an id fails no call when several could be meant, and is logged', async () => {
  const server = { command: process.execPath, args: ['-e', script] };
  const gateway = gatewayWith([{ name: 'odd', server }]);
  const client = await greeted(gateway);
  await client.request('tools/list');
  const call = async () => client.request('tools/call', { name: 'mcp_odd_wait', arguments: {} });
  expect(await Promise.all([call(), call()])).toMatchObject([{ result: {} }, { result: {} }]);
  expect(gateway.log).toContainEqual(
    expect.objectContaining({
      server: 'odd',
      level: 'warning',
      message: expect.stringContaining('without the id') as string,
    }),
  );
});
