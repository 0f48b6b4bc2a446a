import { closeSync, createReadStream, openSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/*
 * Runs the built program again and again in one process, each time with new modules, another directory, other variables
 * and another input. A command has ended when Node would end the process: nothing is pending any more.
 */

const [loader = '', program = '', requests = '', replies = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const from = openSync(requests, 'r');
const to = openSync(replies, 'w');
/** @type {Map<string | symbol, Set<Function>>} */
const own = new Map();
/** @type {import('node:fs').ReadStream | undefined} */
let stdin;

Object.defineProperty(process, 'stdin', { get: () => (stdin ??= createReadStream('', { fd: 0, autoClose: false })) });
process.on('beforeExit', () => {
  reply(process.exitCode ?? 0, 'more');
  next();
});
// The program calls `exit`, or has failed: it is the last command of this process.
process.on('exit', (code) => reply(code, 'last'));
for (const event of process.eventNames()) own.set(event, new Set(process.rawListeners(event)));
next();

function next() {
  const line = readLine();
  // The test process is gone, or needs no further commands.
  if (line === '') {
    process.removeAllListeners();
    return;
  }
  const { args, cwd, env, input } = JSON.parse(line);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  stdin = undefined;
  closeSync(0);
  if (openSync(input, 'r') !== 0) throw new Error('standard input is not the lowest free descriptor');
  // A command that waits for nothing ends in a later turn too.
  setImmediate(() => {});
  delete require.cache[loader];
  require(loader).run();
}

/**
 * @param {number | string} code
 * @param {'more' | 'last'} isLast Whether this process takes more commands.
 */
function reply(code, isLast) {
  for (const event of process.eventNames()) {
    for (const listener of process.rawListeners(event)) {
      if (own.get(event)?.has(listener)) continue;
      process.off(event, /** @type {() => void} */ (listener));
      if (event === 'exit') listener.call(process, code);
    }
  }
  writeSync(to, `${code} ${isLast}\n`);
}

function readLine() {
  const parts = [];
  const part = Buffer.alloc(65_536);
  for (;;) {
    const length = readSync(from, part);
    parts.push(Buffer.from(part.subarray(0, length)));
    if (length === 0 || part[length - 1] === 10) return Buffer.concat(parts).toString();
  }
}
