import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Starts `plugboard serve`, speaks to it over stdio or HTTP, and prints what it has learned as JSON.
const [program, way, tool, args] = process.argv.slice(2);
const serve = spawn(process.execPath, [program, 'serve', ...(way === 'http' ? ['--http'] : [])]);
let errors = '';
serve.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
serve.on('exit', (code) => finish({ problem: `serve exited with code ${code}`, errors }));
const found = {};

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'windows-test', version: '1.0.0' },
};

const ask = way === 'http' ? await overHttp() : overStdio();
found.server = (await ask('initialize', initialize)).serverInfo.name;
await ask('notifications/initialized');
found.tools = (await ask('tools/list', {})).tools.map(({ name }) => name);
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

async function overHttp() {
  const url = await new Promise((done) => createInterface({ input: serve.stdout }).once('line', done));
  const state = join(process.env['LOCALAPPDATA'] ?? '', 'plugboard', 'state');
  const token = readFileSync(join(state, 'gateway-token'), 'utf8').trim();
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  let last = 0;
  return async (method, params) => {
    const id = method.startsWith('notifications/') ? undefined : (last += 1);
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const response = await fetch(url, { method: 'POST', headers, body });
    const session = response.headers.get('mcp-session-id');
    if (session) headers['mcp-session-id'] = session;
    if (id === undefined) return undefined;
    const answer = await response.text();
    const data = answer.startsWith('{')
      ? answer
      : answer
          .split('\n')
          .find((line) => line.startsWith('data:'))
          ?.slice(5);
    const { result, error } = JSON.parse(data ?? '{}');
    if (!result) finish({ problem: error?.message ?? `status ${response.status}`, answer, errors });
    return result;
  };
}
