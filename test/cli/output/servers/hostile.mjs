// Answers every request with the text of the variable `TEXT` wherever a text can be.
import { createInterface } from 'node:readline';

const text = process.env['TEXT'] ?? '';
const isDying = process.argv[2] === 'dies';

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
    serverInfo: { name: text, title: text, version: text },
    instructions: text,
  }),
  'tools/list': () => ({
    tools: ['fine', 'fails', text].map((name) => ({
      name,
      title: text,
      description: text,
      inputSchema: { type: 'object', properties: { [text]: { type: 'string', description: text, enum: [text] } } },
      annotations: { title: text },
    })),
  }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text }], isError: name === 'fails' }),
  'resources/list': () => ({ resources: [{ uri: `x://${text}`, name: text, title: text, description: text }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: `x://{a}${text}`, name: text }] }),
  'resources/read': () => ({ contents: [{ uri: 'x://y', mimeType: text, text }] }),
  'prompts/list': () => ({
    prompts: [
      { name: text, title: text, description: text, arguments: [{ name: text, description: text }] },
      { name: 'p' },
    ],
  }),
  'prompts/get': () => ({ description: text, messages: [{ role: 'user', content: { type: 'text', text } }] }),
};

process.stderr.write(`${text}\n`);
if (isDying) process.exit(1);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method]?.(params);
  const content = answer ? { result: answer } : { error: { code: -32000, message: text, data: { text } } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...content })}\n`);
}
