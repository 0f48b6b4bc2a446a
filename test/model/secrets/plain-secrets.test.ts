import { describe, expect, it } from 'vitest';
import { secretsIn } from '../../../src/model/secrets/plain-secrets.ts';
import type { Server } from '../../../src/model/server.ts';

const fieldsIn = (server: Server): string[] => secretsIn(server).map(({ path }) => path.join('.'));

describe('plain secrets of a definition', () => {
  it.each<[string, Server]>([
    ['args.1', { command: 'docker', args: ['run', '--env=API_KEY=abc9x8y7z6w5', 'image'] }],
    ['args.2', { command: 'docker', args: ['run', '-e', 'API_KEY=abc9x8y7z6w5', 'image'] }],
    ['env.CONFIG', { command: 'x', env: { CONFIG: '{"apiKey":"abc9x8y7z6w5"}' } }],
    ['bearer_token', { url: 'https://a.example', bearer_token: 'abc9x8y7z6w5' }],
    ['extras.oauth.clientSecret', { command: 'x', extras: { oauth: { clientSecret: 'abc9x8y7z6w5' } } }],
  ])('are found in %s', (field, server) => expect(fieldsIn(server)).toEqual([field]));

  it('are neither digests of packages nor settings in JSON nor names of variables', () => {
    const integrity = `sha512-${'9ksP0qyjvDdzUW0Vg8w3sL3QZdXx'.repeat(3)}==`;
    const env = { INTEGRITY: integrity, CONFIG: '{"maxTokens": 4096, "apiKey": "${API_KEY}"}' };
    expect(fieldsIn({ command: 'x', env, bearer_token_env_var: 'GITHUB_TOKEN' })).toEqual([]);
  });
});
