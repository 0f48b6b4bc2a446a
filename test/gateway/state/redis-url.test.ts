import { describe, expect, it } from 'vitest';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { readRedisUrl } from '../../../src/gateway/state/redis/redis-url.ts';

const plain = { kind: 'single', tls: false, database: 0, primary: '', prefix: 'plugboard' };

describe('the URL of a shared state', () => {
  it.each([
    ['redis://localhost', { ...plain, nodes: [{ host: 'localhost', port: 6379 }] }],
    [
      'rediss://me:p%40ss@cache.example.com:6380/2?prefix=team.a',
      {
        ...plain,
        tls: true,
        username: 'me',
        password: 'p@ss',
        database: 2,
        prefix: 'team.a',
        nodes: [{ host: 'cache.example.com', port: 6380 }],
      },
    ],
    ['redis://:secret@[::1]:7000', { ...plain, password: 'secret', nodes: [{ host: '::1', port: 7000 }] }],
    [
      'redis+sentinel://a,b:26380/main/3',
      {
        ...plain,
        kind: 'sentinel',
        primary: 'main',
        database: 3,
        nodes: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 26_380 },
        ],
      },
    ],
    [
      'rediss+cluster://u:p@a:1,b:2',
      {
        ...plain,
        kind: 'cluster',
        tls: true,
        username: 'u',
        password: 'p',
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
      },
    ],
  ])('%s', (text, expected) => {
    expect(readRedisUrl(text)).toEqual(expected);
  });

  it.each([
    'redis://',
    'redis://a,b',
    'redis://a:99999',
    'redis://a/x',
    'redis://a/1/2',
    'redis+sentinel://a',
    'redis+cluster://a/1',
    'redis://a?prefix=a:b',
    'redis://a?what=1',
    'redis://a:secret%zz@b',
    'redis+other://a',
  ])('rejected: %s', (text) => {
    expect(() => readRedisUrl(text)).toThrow(/URL of the shared state is invalid/);
  });

  it('never repeats a password', () => {
    expect(() => readRedisUrl('redis://me:hunter2@a,b')).toThrow(expect.not.stringContaining('hunter2') as never);
  });

  it('must be one', async () => {
    await expect(openState('postgres://a')).rejects.toThrow(/must be "memory" or a URL/);
    expect((await openState('memory')).shared).toBeUndefined();
  });
});
