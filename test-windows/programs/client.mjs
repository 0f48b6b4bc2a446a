import { readFileSync } from 'node:fs';

// Stands in for a client: prints its arguments and the servers that it was started with. If asked to wait, it ends politely on
// Ctrl+C and Ctrl+Break only.
const { mcp = {} } = JSON.parse(readFileSync(process.env['OPENCODE_CONFIG'], 'utf8'));
const args = process.argv.slice(2);
process.stdout.write(
  `${JSON.stringify({ args, servers: Object.keys(mcp), config: process.env['OPENCODE_CONFIG'] })}\n`,
);
if (args.includes('wait')) {
  setInterval(() => {}, 1000);
  for (const signal of ['SIGINT', 'SIGBREAK']) process.once(signal, () => end(signal));
}

function end(signal) {
  process.stdout.write(`ended by ${signal}\n`);
  process.exit(5);
}
