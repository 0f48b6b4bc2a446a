// A server that needs a moment to end, and notes how it is asked to: node leaving.mjs <log file>
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { initialized, page, serve, text } from '../../../runtime/servers/message-lines.mjs';

const [logFile = '', role = 'server'] = process.argv.slice(2);
const log = (/** @type {string} */ line) => appendFileSync(logFile, `${line}\n`);

/** What a server does with its state when it is told to stop. */
const CLEAN_UP_MS = 150;

if (role === 'server') {
  process.on('SIGTERM', () => log('SIGTERM'));
  process.stdin.once('end', () => {
    log('end of input');
    setTimeout(() => log('cleaned up'), CLEAN_UP_MS);
  });
  serve({
    initialize: initialized(),
    ping: () => ({}),
    'tools/list': () => page(['hello']),
    'tools/call': () => text('hello'),
  });
} else {
  // The leader of the group leaves first, and the one that has the work ends a moment later.
  const server = spawn(process.execPath, [process.argv[1] ?? '', logFile], { stdio: ['pipe', 'inherit', 'inherit'] });
  process.stdin.on('data', (block) => server.stdin.write(block));
  process.stdin.once('end', () => {
    server.stdin.end();
    process.exit();
  });
}
