// A server with something of everything that the page can show: node workbench.mjs [name of its instance]
import { initialized, notify, Refusal, send, serve, text } from '../../runtime/servers/message-lines.mjs';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAbElEQVR4nA3JQQEAMAgDMZRUCUqqpEp4nwiUoGjLN1WFii5cpJhiiyuqhEQLi4gRK04/GjXduEkzzTbXP4xMG5uYMWvOP4JCB4eECRsuPwYNPXjIMMMONz8WLb14yTLLLrc/Dh19+Mgxxx53PMhZXIFoiq3PAAAAAElFTkSuQmCC';

/** @type {Record<string, (answer: Record<string, any>) => void>} */
const asked = {};

/**
 * Sends a request to the connected client.
 *
 * @param {string} method
 * @param {object} params
 * @returns {Promise<Record<string, any>>}
 */
async function ask(method, params) {
  const id = `q${Object.keys(asked).length}`;
  send({ jsonrpc: '2.0', id, method, params });
  return new Promise((done) => {
    asked[id] = done;
  });
}

const question = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      color: { type: 'string', enum: ['red', 'green'], default: 'green' },
    },
  },
};

/** @type {Record<string, { call: (args: Record<string, any>, meta: Record<string, any>) => any, [more: string]: any }>} */
const tools = {
  echo: {
    description: 'Says what it was told.',
    annotations: { readOnlyHint: true, idempotentHint: true },
    inputSchema: {
      type: 'object',
      required: ['message'],
      additionalProperties: false,
      properties: {
        message: { type: 'string', description: 'What to say', minLength: 2 },
        times: { type: 'integer', minimum: 1, maximum: 5, default: 1 },
        voice: { enum: ['quiet', 'loud'] },
        tags: { type: 'array', items: { type: 'string' } },
        place: {
          oneOf: [
            { title: 'City', type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
            { title: 'Anywhere', type: 'null' },
          ],
        },
        odd: { type: 'object', additionalProperties: { type: 'number' } },
      },
    },
    call: ({ message, times = 1, ...rest }) => {
      process.stderr.write(`echo ${message}\n`);
      notify('notifications/message', { level: 'notice', logger: 'bench', data: `echoes ${message}` });
      const structuredContent = { said: Array.from({ length: times }, () => message), ...rest };
      return { ...text(Array.from({ length: times }, () => message).join(' ')), structuredContent };
    },
  },
  secret: {
    description: 'Tells what it should not.',
    call: () => {
      process.stderr.write(`uses ${process.env['TOKEN']}\n`);
      return text(`the token is ${process.env['TOKEN']}`);
    },
  },
  drop: {
    description: 'Deletes a table.',
    annotations: { destructiveHint: true, title: 'Drop a table' },
    inputSchema: { type: 'object', properties: { table: { type: 'string' } } },
    call: ({ table }) => text(`${table} is gone`),
  },
  picture: {
    annotations: { readOnlyHint: true },
    call: () => ({
      content: [
        { type: 'image', mimeType: 'image/png', data: pixel },
        { type: 'image', mimeType: 'image/svg+xml', data: Buffer.from('<svg onload="alert(1)"/>').toString('base64') },
        { type: 'text', text: '<img src=x onerror="document.title=\'hacked\'"><b>bold</b>' },
        { type: 'resource_link', uri: 'bench://notes', name: 'notes' },
      ],
    }),
  },
  fail: { call: () => ({ isError: true, ...text('it does not work') }) },
  refuse: {
    call: () => {
      throw new Refusal(-32055, 'Not today');
    },
  },
  count: {
    description: 'Counts, and goes on until it is cancelled.',
    call: (_, { progressToken }) => {
      notify('notifications/progress', { progressToken, progress: 1, total: 3, message: 'one' });
      // Never answered.
    },
  },
  who: { description: 'Asks back.', call: async () => text(await ask('elicitation/create', question)) },
  think: {
    description: 'Wants a model to think.',
    call: async () => text(await ask('sampling/createMessage', { messages: [], maxTokens: 1 })),
  },
};

const listed = Object.entries(tools).map(([name, { call: _, inputSchema = { type: 'object' }, ...rest }]) => ({
  name,
  inputSchema,
  ...rest,
}));

const handlers = {
  initialize: initialized({ tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} }),
  ping: () => ({}),
  'tools/list': () => ({ tools: listed }),
  'tools/call': (/** @type {Record<string, any>} */ { name, arguments: args = {}, _meta = {} }) =>
    tools[name]?.call(args, _meta),
  'resources/list': () => ({ resources: [{ uri: 'bench://notes', name: 'Notes', mimeType: 'text/plain' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'bench://note/{id}', name: 'One note' }] }),
  'resources/read': (/** @type {Record<string, any>} */ { uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: `<script>alert(1)</script> of ${uri}` }],
  }),
  'prompts/list': () => ({
    prompts: [{ name: 'review', description: 'Reviews code.', arguments: [{ name: 'language', required: true }] }],
  }),
  'prompts/get': (/** @type {Record<string, any>} */ { arguments: { language } }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Review this ${language}.` } }],
  }),
};

process.stdin.on('data', (chunk) => {
  for (const line of String(chunk).split('\n').filter(Boolean)) {
    const { id, result, error, method } = JSON.parse(line);
    if (method === undefined) asked[id]?.(result ?? error);
  }
});
serve(handlers);
