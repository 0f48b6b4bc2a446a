import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answer } from './target-answer.mjs';

// An MCP server that notes how it was started. LOG names the file; a client that loses it leaves a trace in the other
// place where a start shows: the server ends at once, and the client calls it failed. That its tools were asked for is
// noted too: it shows the connection to a client that prints none.
const { LOG: log, ...env } = process.env;
if (!log) throw new Error('started without LOG');
appendFileSync(log, `${JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), env })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.method === 'tools/list') appendFileSync(log, `${JSON.stringify({ toolsAsked: process.argv[2] })}\n`);
  const reply = answer(message);
  if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
}
