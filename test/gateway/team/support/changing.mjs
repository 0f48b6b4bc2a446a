// A server whose tool is described by a file: node changing.mjs <file>
import { readFileSync } from 'node:fs';
import { speak } from '../../servers/speak.mjs';

const description = readFileSync(process.argv[2] ?? '', 'utf8');
speak(
  {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'changing', version: '1' },
    }),
    'tools/list': () => ({ tools: [{ name: 'tell', description, inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: description }] }),
  },
  { isModern: false, answered: () => {}, cancelled: () => {} },
);
