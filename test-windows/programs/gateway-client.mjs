import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// Starts a command of Plugboard that is a server, speaks to it over stdio, and prints what it has learned as JSON.
const [program, command, tool, args] = process.argv.slice(2);
const serve = spawn(process.execPath, [program, command]);
let errors = '';
serve.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
serve.on('exit', (code) => finish({ problem: `it exited with code ${code}`, errors }));
const found = {};

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'windows-test', version: '1.0.0' },
};

const ask = overStdio();
found.server = (await ask('initialize', initialize)).serverInfo.name;
await ask('notifications/initialized');
// The list is empty until a slow server has started.
for (let attempt = 0; attempt < 100; attempt += 1) {
  found.tools = (await ask('tools/list', {})).tools.map(({ name }) => name);
  if (found.tools.includes(tool)) break;
  await new Promise((done) => setTimeout(done, 500));
}
found.result = (await ask('tools/call', { name: tool, arguments: JSON.parse(args) })).content;
finish(found);

function finish(result) {
  process.stdout.write(JSON.stringify(result), () => {
    serve.removeAllListeners('exit');
    serve.stdin.end();
    const ended = setTimeout(() => serve.kill(), 5000);
    serve.once('exit', () => {
      clearTimeout(ended);
      process.exit();
    });
  });
}

function overStdio() {
  const waiting = new Map();
  createInterface({ input: serve.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    if (error) finish({ problem: error.message, errors });
    waiting.get(id)?.(result);
  });
  let last = 0;
  return async (method, params) => {
    const id = method.startsWith('notifications/') ? undefined : (last += 1);
    serve.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id === undefined ? undefined : new Promise((done) => waiting.set(id, done));
  };
}
