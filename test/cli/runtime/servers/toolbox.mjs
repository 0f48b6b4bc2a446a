// A server with a tool for everything that a command line has to cope with.
import { appendFileSync, readFileSync } from 'node:fs';
import { initialized, notify, Refusal, serve, text } from '../../../runtime/servers/message-lines.mjs';

/** Gets a line for each thing that happens. */
const logFile = process.env['LOG_FILE'];
/** Definitions that replace or join those below; read anew for every list, so that a test can change them. */
const toolsFile = process.env['TOOLS_FILE'];

/** @param {string} line */
function log(line) {
  if (logFile) appendFileSync(logFile, `${line}\n`);
}

const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] };
const anything = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    deep: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object', properties: { state: { enum: ['open', 'closed'] }, age: { type: 'integer' } } },
  },
};

/** @type {Record<string, Record<string, unknown>>} */
const definitions = {
  add: { description: 'Adds two numbers.\nSlowly.', inputSchema: numbers, annotations: { readOnlyHint: true } },
  echo: { description: 'Says it again', inputSchema: anything, annotations: { destructiveHint: false } },
  remove: { description: 'Removes something', annotations: { destructiveHint: true } },
  fail: {},
  refuse: {},
  nothing: { annotations: { readOnlyHint: true } },
  wait: { annotations: { readOnlyHint: true } },
  crash: {},
  picture: {},
};

function listed() {
  const more = toolsFile ? JSON.parse(readFileSync(toolsFile, 'utf8')) : {};
  return Object.entries({ ...definitions, ...more }).map(([name, one]) => ({
    name,
    inputSchema: { type: 'object' },
    ...one,
  }));
}

/** @type {Record<string, (args: Record<string, any>, meta: Record<string, any>) => any>} */
const calls = {
  add: ({ a, b }) => text(String(a + b)),
  echo: (args) => ({ ...text(args), 'x-more': 1 }),
  remove: () => text('removed'),
  fail: () => ({ ...text('no such file\n\u001B[31msecond line\tand more\u202E'), isError: true }),
  refuse: () => {
    throw new Refusal(-32055, 'Not today', { retry: 5 });
  },
  nothing: () => ({ content: [] }),
  wait: (_, { progressToken }) => {
    for (const step of [1, 2])
      notify('notifications/progress', { progressToken, progress: step, total: 2, message: `step \u001B[2J${step}` });
  },
  crash: () => {
    process.stderr.write(`cannot go on with ${process.env['TOKEN']}\n`);
    process.exit(3);
  },
  picture: () => ({ content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] }),
};

const prompts = [
  { name: 'greet', description: 'Says hello', arguments: [{ name: 'who', required: true }, { name: 'how' }] },
];
const resources = [{ uri: 'box://a', name: 'a', mimeType: 'text/plain', description: 'The first' }];

log('start');
serve({
  initialize: initialized({ tools: {}, resources: {}, prompts: {} }),
  ping: () => ({}),
  'tools/list': () => {
    log('list');
    return { tools: listed() };
  },
  'tools/call': ({ name, arguments: args, _meta = {} }) => {
    log(`call ${name} ${JSON.stringify(args)}`);
    return (calls[name] ?? (() => text(`${name} called`)))(args, _meta);
  },
  'notifications/cancelled': () => log('cancelled'),
  'prompts/list': () => ({ prompts }),
  'prompts/get': ({ arguments: { who, how = 'Hello' } }) => ({
    description: 'A greeting',
    messages: [{ role: 'user', content: { type: 'text', text: `${how} ${who}\u001B[1m` } }],
  }),
  'resources/list': () => ({ resources }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'box://{name}', name: 'any' }] }),
  'resources/read': ({ uri }) => {
    if (uri !== 'box://a') throw new Refusal(-32002, `There is no ${uri}`);
    return { contents: [{ uri, mimeType: 'text/plain', text: 'first line\n\u001B[31mred' }], 'x-more': 1 };
  },
});
