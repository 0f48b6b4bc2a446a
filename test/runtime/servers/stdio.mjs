// A server with one of several ways to behave: node stdio.mjs <behavior> [anything, to find its process by]
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { initialized, notify, page, Refusal, send, serve, text } from './message-lines.mjs';

const [behavior = 'polite', marker = ''] = process.argv.slice(2);

/** @type {Record<string, (args: Record<string, any>, meta: Record<string, any>) => any>} */
const tools = {
  echo: (args) => text(args),
  env: () => text(process.env),
  crash: () => process.exit(7),
  'crash by signal': () => process.kill(process.pid, 'SIGKILL'),
  refuse: () => {
    throw new Refusal(-32055, `Not with ${process.env['TOKEN']}`, { why: ['because'] });
  },
  // Nothing a specification knows.
  strange: () => ({ content: [{ type: 'hologram', beams: 3 }], 'x-unknown': { deep: [1, { a: null }] } }),
  'no result': () => 'a text',
  forget: () => undefined,
  change: () => {
    notify('notifications/tools/list_changed');
    return text('changed');
  },
  progress: ({ steps }, { progressToken }) => {
    for (let step = 1; step <= steps; step += 1) {
      notify('notifications/progress', { progressToken, progress: step, total: steps, message: `step ${step}` });
    }
    return text('done');
  },
  'long line': () => {
    const block = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 100; count += 1) process.stdout.write(block);
  },
};

const polite = {
  initialize: initialized(),
  ping: () => ({}),
  'tools/list': () => page(Object.keys(tools)),
  'tools/call': (/** @type {Record<string, any>} */ { name, arguments: args = {}, _meta = {} }) =>
    tools[name]?.(args, _meta),
  // Tells that it has heard.
  'notifications/cancelled': (/** @type {Record<string, any>} */ { requestId }) =>
    notify('notifications/message', { level: 'info', data: { cancelled: requestId } }),
};

/** Goes on whatever happens to it. */
function stay() {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}

/** @type {Record<string, () => void>} */
const behaviors = {
  polite: () => serve(polite),
  silent: () => process.stdin.resume(),
  'dies at start': () => {
    writeSync(2, `\u001B[31mcannot start\u001B[0m with ${process.env['TOKEN']}\n`);
    writeSync(2, 'a second line\n');
    process.exit(3);
  },
  'prints its token': () => {
    process.stdout.write(
      `token ${process.env['TOKEN']}\n${'.'.repeat(180)}${process.env['TOKEN']}${'.'.repeat(100)}\n`,
    );
    writeSync(2, `${process.env['TOKEN']}\n`);
    serve(polite);
  },
  garbage: () => {
    process.stdout.write('Welcome!\n\n{"half": \n[1,2]\n42\nnull\n');
    serve({ ...polite, 'tools/list': () => (process.stdout.write('listing…\n'), page(['echo'])) });
  },
  'only garbage': () => {
    process.stdout.write(`\u001B[32mListening on port 3000\u001B[0m with ${process.env['TOKEN']}\n`);
    process.stdin.resume();
  },
  'a prompt': () => {
    process.stdout.write(`Password for ${process.env['TOKEN']}: `);
    process.stdin.resume();
  },
  'json logs': () => {
    process.stdout.write('{"level":"info","msg":"listening"}\n');
    process.stdin.resume();
  },
  'garbage and dies': () => {
    writeSync(1, 'usage: server [--stdio]\n');
    process.exit(2);
  },
  stubborn: () => {
    stay();
    serve(polite);
  },
  forks: () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    spawn(process.execPath, ['-e', script, `child-${marker}`], { stdio: 'inherit' });
    serve(polite);
  },
  'wrong ids': () => serve({ ...polite, 'tools/call': () => send({ jsonrpc: '2.0', id: 77, result: text('') }) }),
  'slow list': () => serve({ ...polite, 'tools/list': async () => (await sleep(500), page(['late'])) }),
  'endless list': () => {
    let count = 0;
    serve({ ...polite, 'tools/list': () => page([`tool-${(count += 1)}`], `cursor-${count}`) });
  },
  'slow pages': () => {
    let count = 0;
    serve({
      ...polite,
      'tools/list': async () => (await sleep(200), page([`tool-${(count += 1)}`], `cursor-${count}`)),
    });
  },
  'progress for ever': () =>
    serve({
      ...polite,
      'tools/list': () =>
        void setInterval(() => notify('notifications/progress', { progressToken: 1e6, progress: 1 }), 100),
    }),
  'circular list': () => serve({ ...polite, 'tools/list': () => page(['one', 'two'], 'again') }),
  paged: () =>
    serve({ ...polite, 'tools/list': ({ cursor }) => (cursor === 'two' ? page(['c']) : page(['a', 'b'], 'two')) }),
  'no lists': () =>
    serve({
      initialize: initialized({ tools: {}, resources: {} }),
      'tools/list': () => page(['only']),
      ping: () => ({}),
    }),
  refuses: () =>
    serve({
      initialize: () => {
        throw new Refusal(-32603, 'No license');
      },
    }),
  'closes output': () => {
    closeSync(1);
    stay();
  },
  'modern only': () => {
    const result = (/** @type {object} */ content) => ({ resultType: 'complete', ...content });
    const capabilities = { tools: { listChanged: true } };
    serve({
      initialize: () => {
        throw new Refusal(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'] });
      },
      'server/discover': () =>
        result({ supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private' }),
      'tools/list': () => result({ ...page(['echo', 'strange']), ttlMs: 0, cacheScope: 'private' }),
      'tools/call': ({ name, arguments: args, _meta }) =>
        result(name === 'echo' ? text({ args, _meta }) : tools['strange']?.({}, {})),
    });
  },
};

behaviors[behavior]?.();
