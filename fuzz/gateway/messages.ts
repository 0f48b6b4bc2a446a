import type { Random } from '../random.ts';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Shape = Record<string, unknown>;

/** Valid messages of a client. */
const ofClient: readonly Shape[] = [
  { method: 'ping' },
  { method: 'tools/list' },
  { method: 'tools/call', params: { name: 'safe', arguments: { n: 1.5, text: 'a' } } },
  { method: 'tools/call', params: { name: 'safe', arguments: {}, _meta: { progressToken: 5 } } },
  { method: 'tools/call', params: { name: 'safe', arguments: {}, _meta: envelope } },
  { method: 'tools/call', params: { name: 'safe', arguments: {}, task: { ttl: 1000 } } },
  { method: 'prompts/get', params: { name: 'p' } },
  { method: 'resources/read', params: { uri: 'a://b' } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/resource', uri: 'a://b' }, argument: { name: 'x', value: 'y' } },
  },
  { method: 'logging/setLevel', params: { level: 'info' } },
  { method: 'resources/subscribe', params: { uri: 'a://b' } },
  { method: 'tasks/get', params: { taskId: 't1' } },
  { method: 'x/unknown', params: { a: [1, { b: null }] } },
  { method: 'notifications/progress', params: { progressToken: 1, progress: 0.5 } },
  { method: 'notifications/cancelled', params: { requestId: 99_999 } },
  { method: 'notifications/roots/list_changed' },
  { result: { content: { n: 1 } } },
  { error: { code: -1, message: 'no' } },
];

/** Valid messages of a server; $ID becomes the id of the request. */
const ofServer: readonly Shape[] = [
  { id: '$ID', result: { content: [{ type: 'text', text: 'a' }] } },
  { id: '$ID', result: { content: [], structuredContent: { n: 1.5 }, isError: true } },
  { id: '$ID', error: { code: -5, message: 'no', data: [1] } },
  { id: '$ID', result: { resultType: 'complete', content: [] } },
  { id: '$ID', result: { task: { taskId: 't', status: 'working' } } },
  { method: 'notifications/progress', params: { progressToken: 1, progress: 0.5 } },
  { method: 'notifications/message', params: { level: 'info', data: { a: [1] } } },
  { method: 'notifications/tools/list_changed' },
  { method: 'notifications/resources/updated', params: { uri: 'a://b' } },
  { method: 'notifications/tasks/status', params: { taskId: 't', status: 'working' } },
  { id: 7, method: 'ping' },
  { id: 8, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
  { id: 9, method: 'elicitation/create', params: { message: 'a', requestedSchema: { type: 'object' } } },
];

export function clientMessage(random: Random, id: number): string {
  const shape = random.pick(ofClient);
  const method = shape['method'];
  const isRequest = typeof method === 'string' && !method.startsWith('notifications/');
  return JSON.stringify({ jsonrpc: '2.0', ...((isRequest || method === undefined) && { id }), ...shape });
}

export function serverMessage(random: Random): string {
  return JSON.stringify({ jsonrpc: '2.0', ...random.pick(ofServer) }).replace('"$ID"', '$ID');
}
