// A server that goes wrong in the ways its arguments name:
//   --log <file>        notes there what happens to it
//   --wait-for <file>   says nothing before this file is there
//   --garbage           prints lines that are no messages, before and between its answers
//   --dead              ends at once
import { appendFileSync, existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values: how } = parseArgs({
  options: {
    log: { type: 'string' },
    'wait-for': { type: 'string' },
    garbage: { type: 'boolean' },
    dead: { type: 'boolean' },
    marker: { type: 'string' },
  },
});

const note = (/** @type {string} */ line) => how.log && appendFileSync(how.log, `${line}\n`);
note(`started ${process.pid}`);
if (how.dead) process.exit(3);
if (how['wait-for']) await created(how['wait-for']);

const write = (/** @type {object} */ message) => {
  if (how.garbage) process.stdout.write('starting… {not json\n\n');
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
};
if (how.garbage) process.stdout.write('Welcome to this server!\n{"almost": "a message"}\n[1, 2\n');

const names = ['echo', 'size', 'crash', 'hang', 'pid'];
const text = (/** @type {string} */ said) => ({ content: [{ type: 'text', text: said }] });

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/cancelled') note(`cancelled ${params.requestId}`);
  if (id === undefined || method === undefined) return;
  const result = answer(method, params ?? {}, id);
  if (result === 'none') return;
  write(result ? { id, result } : { id, error: { code: -32601, message: `no method ${method}` } });
});
process.stdin.on('end', () => {
  note('input ended');
  process.exit(0);
});

/**
 * @param {string} method
 * @param {Record<string, any>} params
 * @param {number | string} id
 */
function answer(method, params, id) {
  if (method === 'initialize') {
    const serverInfo = { name: 'faulty', version: '1.0.0' };
    return { protocolVersion: params['protocolVersion'], capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'ping') return {};
  if (method === 'tools/list') {
    return { tools: names.map((name) => ({ name, inputSchema: { type: 'object', properties: {} } })) };
  }
  if (method !== 'tools/call') return undefined;
  const { name, arguments: { text: said = '', size = 0 } = {} } = params;
  if (name === 'echo') return text(said);
  if (name === 'size') return text('x'.repeat(size));
  if (name === 'pid') return text(String(process.pid));
  if (name === 'crash') process.kill(process.pid, 'SIGKILL');
  note(`${name} ${id}`);
  return 'none';
}

/** @param {string} file */
function created(file) {
  return new Promise((/** @type {(value?: undefined) => void} */ done) => {
    const watcher = watch(dirname(file), () => {
      if (!existsSync(file)) return;
      watcher.close();
      done();
    });
    if (existsSync(file)) {
      watcher.close();
      done();
    }
  });
}
