import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { answerJson, onBody } from './body.mjs';
import { lineWriter, onLines } from './lines.mjs';

/*
 * What a gateway costs at the least when it reads and prints every message: it parses, looks the tool up, changes the id
 * and the name, prints. It checks nothing, knows no failures and nothing but tools. Arguments: a file of servers, and a
 * port for HTTP; without one it speaks over stdio.
 */

/** @typedef {{ command?: string, args?: string[], url?: string }} Entry */
/** @typedef {{ jsonrpc?: string, id?: any, method?: string, params?: any, result?: any }} Message */
/** @typedef {(message: Message, done: (answer: Message) => void) => void} Send */

const [file = '', port] = process.argv.slice(2);
const { mcpServers } = /** @type {{ mcpServers: Record<string, Entry> }} */ (JSON.parse(readFileSync(file, 'utf8')));
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'plain-relay', version: '1' } };
/** @type {Map<string, { send: Send, name: string }>} */
const routes = new Map();
const listing = Promise.all(Object.entries(mcpServers).map(connect)).then((lists) => lists.flat());

/** @param {[string, Entry]} entry */
async function connect([server, { command = '', args = [], url }]) {
  const send = url ? overHttp(new URL(url)) : overStdio(command, args);
  const ask = (/** @type {Message} */ message) => new Promise((done) => send(message, done));
  await ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello });
  send({ jsonrpc: '2.0', method: 'notifications/initialized' }, () => {});
  const { result } = await ask({ jsonrpc: '2.0', id: 0, method: 'tools/list', params: {} });
  return result.tools.map((/** @type {{ name: string }} */ tool) => {
    const name = `${server}__${tool.name}`;
    routes.set(name, { send, name: tool.name });
    return { ...tool, name };
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Send}
 */
function overStdio(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  /** @type {Map<number, (answer: Message) => void>} */
  const waiting = new Map();
  let last = 0;
  onLines(child.stdout, (line) => {
    const answer = JSON.parse(line);
    const done = waiting.get(answer.id);
    waiting.delete(answer.id);
    done?.(answer);
  });
  const write = lineWriter(child.stdin);
  return (message, done) => {
    if (message.id === undefined) return write(JSON.stringify(message));
    last += 1;
    waiting.set(last, done);
    return write(JSON.stringify({ ...message, id: last }));
  };
}

/**
 * @param {URL} url
 * @returns {Send}
 */
function overHttp({ hostname, port: to, pathname }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const accept = 'application/json, text/event-stream';
  return (message, done) => {
    const text = JSON.stringify(message);
    const headers = { 'content-type': 'application/json', accept, 'content-length': Buffer.byteLength(text) };
    const out = request({ hostname, port: to, path: pathname, method: 'POST', agent, headers }, (response) =>
      onBody(response, (body) => done(body ? JSON.parse(body) : {})),
    );
    out.end(text);
  };
}

/**
 * @param {Message} message
 * @param {(answer: string | undefined) => void} reply
 */
function receive({ id, ...rest }, reply) {
  const answer = (/** @type {object} */ body) => reply(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  if (id === undefined) return reply(undefined);
  if (rest.method === 'tools/call') {
    const route = routes.get(rest.params.name);
    if (!route) return answer({ error: { code: -32602, message: 'no such tool' } });
    const params = { ...rest.params, name: route.name };
    return route.send({ ...rest, id, params }, (got) => reply(JSON.stringify({ ...got, id })));
  }
  if (rest.method === 'tools/list') return void listing.then((tools) => answer({ result: { tools } }));
  const serverInfo = { name: 'plain-relay', version: '1' };
  if (rest.method === 'initialize') return answer({ result: { ...hello, capabilities: { tools: {} }, serverInfo } });
  return answer({ result: {} });
}

if (port) {
  createServer((incoming, response) => {
    if (incoming.method !== 'POST') return void response.writeHead(405).end();
    onBody(incoming, (text) => receive(JSON.parse(text), (answer) => answerJson(response, answer)));
  }).listen(Number(port), '127.0.0.1');
} else {
  const write = lineWriter(process.stdout);
  onLines(process.stdin, (line) => receive(JSON.parse(line), (answer) => answer !== undefined && write(answer)));
  process.stdin.on('end', () => process.exit(0));
}
process.on('SIGTERM', () => process.exit(0));
