/**
 * A value in every form in which a server may repeat it.
 *
 * @param {string} value
 */
function forms(value) {
  const base64 = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${value} and more`).toString('base64'));
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify({ value }),
    ...base64,
    Buffer.from(value).toString('base64url'),
  ];
}

/**
 * What a server says that repeats all it was given, wherever it can.
 *
 * @param {readonly string[]} given
 */
export function echoing(given) {
  const all = given.flatMap(forms).join(' | ');
  const list = (/** @type {(value: string, index: number) => object} */ make) => given.map(make);
  const schema = {
    type: 'object',
    description: all,
    properties: Object.fromEntries(given.map((value) => [`p ${value}`, { default: value, enum: [value], title: all }])),
  };
  const tools = [
    { name: 'echo', description: all, inputSchema: { type: 'object' } },
    { name: 'refuse', title: all, inputSchema: { type: 'object' } },
    { name: 'fail', title: all, inputSchema: { type: 'object' } },
    ...list((value, index) => ({
      name: `tool_${index}_${value}`,
      title: value,
      description: `${'long '.repeat(index * 3)}${value}`,
      inputSchema: schema,
      annotations: { title: value },
    })),
  ];
  return {
    'server/discover': undefined,
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
      serverInfo: { name: `name ${all}`, version: given.join(' '), title: all },
      instructions: `Use ${all}`,
    },
    'tools/list': { tools },
    'prompts/list': {
      prompts: [{ name: 'greet', description: all }, ...list((value) => ({ name: value, title: value }))],
    },
    'prompts/get': { description: all, messages: [{ role: 'user', content: { type: 'text', text: all } }] },
    'resources/list': {
      resources: list((value) => ({ uri: `echo://${encodeURIComponent(value)}`, name: value, description: all })),
    },
    'resources/templates/list': {
      resourceTemplates: list((value) => ({ uriTemplate: `echo://{x}/${value}`, name: value })),
    },
    'resources/read': { contents: [{ uri: 'echo://a', text: all }] },
    ping: {},
    'logging/setLevel': {},
    echo: { content: [{ type: 'text', text: all }], structuredContent: { all, given, [`key ${given[0]}`]: 1 } },
    fail: { isError: true, content: [{ type: 'text', text: all }] },
    all,
  };
}

/**
 * The answer to a message; undefined when there is none.
 *
 * @param {any} message
 * @param {Record<string, any>} said
 */
export function answerTo(message, said) {
  const { id, method, params } = message;
  if (id === undefined) return undefined;
  const head = { jsonrpc: '2.0', id };
  if (method === 'tools/call' && params.name === 'refuse')
    return { ...head, error: { code: -32000, message: said['all'], data: said['all'] } };
  const result = said[method === 'tools/call' ? (params.name === 'fail' ? 'fail' : 'echo') : method];
  return result === undefined ? { ...head, error: { code: -32601, message: `no ${method}` } } : { ...head, result };
}
