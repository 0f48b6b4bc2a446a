import { createInterface } from 'node:readline';
import { answerTo, echoing } from './answers.mjs';

/** Repeats all its arguments and variables, as a server does that dumps its settings. */
const inherited = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'USERPROFILE', 'TERM', 'PWD', 'SHLVL', '_']);
const variables = Object.entries(process.env).flatMap(([name, value]) => (inherited.has(name) ? [] : [value ?? '']));
const given = [...process.argv.slice(2), ...variables];
const said = echoing(given);

// In two pieces, so that a value is cut by the edge of a chunk.
const text = `started with ${said.all}\n`;
const middle = text.indexOf(given.at(-1) ?? '') + 5;
process.stderr.write(text.slice(0, middle));
setTimeout(() => process.stderr.write(text.slice(middle)), 20);

const send = (/** @type {object} */ message) => process.stdout.write(`${JSON.stringify(message)}\n`);
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  const answer = answerTo(message, said);
  if (answer) send(answer);
  if (message.method === 'tools/call')
    send({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'warning', logger: given[0], data: { said: said.all } },
    });
});
