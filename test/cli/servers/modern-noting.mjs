// A server of the modern era that notes every request: node modern-noting.mjs <file>
import { appendFileSync } from 'node:fs';
import { page, Refusal, serve } from '../../runtime/servers/message-lines.mjs';

const file = process.argv[2] ?? '';

/** @type {import('../../runtime/servers/message-lines.mjs').Handlers} */
const handlers = {
  initialize: () => {
    throw new Refusal(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'] });
  },
  'server/discover': () => result({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }),
  'tools/list': () => result(page(['echo'])),
};

/** @param {object} content */
function result(content) {
  return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...content };
}

serve(
  Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [
      method,
      (params) => {
        appendFileSync(file, `${method}\n`);
        return handler(params);
      },
    ]),
  ),
);
