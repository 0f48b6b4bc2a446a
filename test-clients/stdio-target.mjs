import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answer } from './target-answer.mjs';

// An MCP server that notes how it was started. LOG names the file; a client that loses it leaves a trace in the other
// place where a start shows: the server ends at once, and the client calls it failed.
const { LOG: log, ...env } = process.env;
if (!log) throw new Error('started without LOG');
appendFileSync(log, `${JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), env })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const reply = answer(JSON.parse(line));
  if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
}
