import { expect, test } from 'vitest';
import { HttpError } from '../../src/api/http-error.ts';
import { hideSecrets } from '../../src/api/secrets/hide-secrets.ts';
import { restoreSecrets } from '../../src/api/secrets/restore-secrets.ts';
import { createSecretSources } from '../../src/api/secrets/secret-sources.ts';
import type { Server } from '../../src/model/server.ts';
import { Literal } from '../../src/model/value.ts';

const SECRET = 'kanarie-7f3k9q2x';

const servers: Readonly<Record<string, Server>> = {
  'variables and arguments': {
    command: 'npx',
    args: ['-y', 'x', '--api-key', SECRET, `--token=${SECRET}`, '-e', `API_KEY=${SECRET}`, '--verbose'],
    env: { API_TOKEN: `pre ${SECRET} post`, PLAIN: 'text', REF: '${API_TOKEN}', FALL: `\${API_TOKEN:-${SECRET}}` },
  },
  'an address and headers': {
    url: `https://ann:${SECRET}@example.com/mcp?token=${SECRET}&page=2`,
    headers: { Authorization: `Bearer ${SECRET}`, 'X-Api-Key': SECRET, Accept: 'text/plain' },
  },
  'keys that nobody knows': {
    command: 'x',
    extras: { zed: { settings: { apiKey: SECRET, list: [{ password: SECRET }] } } },
    auth: { type: 'oauth', clientSecret: SECRET, clientId: 'me' },
    __proto__x: { token: SECRET },
  },
  'names that are hard to tell apart': { command: 'x', extras: { 'a.token': SECRET, a: { token: `${SECRET}2` } } },
  'text that looks like a mark': { command: 'x', env: { NOTE: '⟪kept:env.OTHER⟫ and more' } },
  'what JSON cannot carry': { command: 'x', extras: { since: new Literal('datetime', '2026-01-01'), pin: 1 } },
};

for (const [what, server] of Object.entries(servers))
  test(`${what}: nothing secret goes out, and all of it comes back`, () => {
    const { shown, masks, kept } = hideSecrets(server);
    const sent = JSON.stringify({ shown, masks });
    expect(sent).not.toContain(SECRET);
    expect(restoreSecrets(JSON.parse(sent).shown, kept)).toEqual(server);
  });

test('a placeholder may move to another field, and be part of a text', () => {
  const { kept } = hideSecrets({ command: 'x', env: { API_TOKEN: SECRET } });
  const moved = restoreSecrets({ headers: { 'X-Key': 'v1 ⟪kept:env.API_TOKEN⟫' } }, kept);
  expect(moved).toEqual({ headers: { 'X-Key': `v1 ${SECRET}` } });
});

test('a number under the name of a secret stays a number', () => {
  const server = { command: 'x', extras: { tool: { password: 12_345_678 } } };
  const { shown, kept } = hideSecrets(server);
  expect(JSON.stringify(shown)).not.toContain('12345678');
  expect(restoreSecrets(shown, kept)).toEqual(server);
});

test('what was forgotten is refused by name', () => {
  const sources = createSecretSources(1);
  const first = sources.hide('a', { command: 'x', env: { API_TOKEN: SECRET } });
  expect(sources.hide('a', { command: 'x', env: { API_TOKEN: SECRET } }).source).toBe(first.source);
  sources.hide('b', { command: 'x' });
  expect(() => sources.find(first.source)).toThrow(HttpError);
  expect(() => restoreSecrets({ env: { A: '⟪kept:env.A⟫' } }, undefined)).toThrow('server.env.A');
});
