// A server whose only tool answers with as much as it is asked for: node large-result.mjs
import { initialized, serve } from '../../runtime/servers/message-lines.mjs';

/** @param {number} at */
const row = (at) => ({ id: at, name: `item ${at}`, path: `/srv/data/${at}/file.txt`, tags: ['a', 'b'] });

/** @param {number} megabytes */
function rowsOf(megabytes) {
  const size = JSON.stringify(row(1_000_000)).length;
  return Array.from({ length: Math.ceil((megabytes * 1024 * 1024) / size) }, (_, at) => row(1_000_000 + at));
}

serve({
  initialize: initialized(),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [
      {
        name: 'large',
        description: 'Answers with rows, or with one line, of so many megabytes.',
        inputSchema: {
          type: 'object',
          required: ['megabytes'],
          properties: { megabytes: { type: 'number' }, line: { type: 'boolean' } },
        },
      },
    ],
  }),
  'tools/call': ({ arguments: { megabytes, line } }) => {
    const rows = rowsOf(megabytes);
    return line
      ? { content: [{ type: 'text', text: JSON.stringify(rows) }] }
      : { content: [{ type: 'text', text: `${rows.length} rows` }], structuredContent: { rows } };
  },
});
