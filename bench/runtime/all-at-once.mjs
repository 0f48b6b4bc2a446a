// Starts every server of a file at once, asks each for its tools, prints how many have answered. Nothing else.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { mcpServers } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const answers = await Promise.all(Object.values(mcpServers).map(toolsOf));
console.log(answers.filter((tools) => tools.length > 0).length);

/** @param {{ command: string, args: string[] }} server */
function toolsOf({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (/** @type {object} */ message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const client = { capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', ...client } });
  return new Promise((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Some greet on the wrong stream.
      if (!line.startsWith('{')) return;
      const { id, result } = JSON.parse(line);
      if (id === 1) {
        send({ method: 'notifications/initialized' });
        send({ id: 2, method: 'tools/list' });
      }
      if (id !== 2) return;
      child.stdin.end();
      child.kill();
      done(result.tools);
    });
  });
}
