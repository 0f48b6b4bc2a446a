import { describe, expect, it } from 'vitest';
import { validateServerConfig, validateServerName } from '../../src/validate/server-config.ts';

const url = 'https://example.com';

describe('validateServerConfig', () => {
  it.each([{ command: 'npx' }, { url }, { type: 'sse', url }, { command: 'npx', timeout: 'soon', enabled: 1 }])(
    'has nothing against %j',
    (config) => expect(validateServerConfig('x', config)).toEqual([]),
  );

  it.each([
    [{ command: 'npx', url }, ['Server "x" (url): "command" and "url" are mutually exclusive']],
    [{}, ['Server "x" (command): A stdio server needs "command"']],
    [{ type: 'http' }, ['Server "x" (url): A server of type http needs "url"']],
    [{ type: 'tcp' }, ['Server "x" (type): Invalid option: expected one of "stdio"|"http"|"sse", received "tcp"']],
    [
      { command: 1, args: [2] },
      [
        'Server "x" (command): Invalid input: expected string, received number',
        'Server "x" (args.0): Invalid input: expected string, received number',
      ],
    ],
    [undefined, ['Server "x": Invalid input: expected object, received undefined']],
  ])('says what is wrong with %j', (config, lines) => expect(validateServerConfig('x', config)).toEqual(lines));

  it('checks the name too', () => {
    expect(validateServerConfig('a b', { command: 'npx' })).toEqual([
      'Server "a b": Server name "a b" may only contain letters, digits, ".", "_" and "-"',
    ]);
  });
});

describe('validateServerName', () => {
  it.each(['github', 'My.Server_2-x', '__proto__', 'x'.repeat(100)])('accepts %s', (name) => {
    expect(validateServerName(name)).toBeUndefined();
  });

  it.each([
    ['', 'Server name cannot be empty'],
    ['x'.repeat(101), 'Server name is too long: 101 characters, the limit is 100'],
    ['a/b', 'Server name "a/b" may only contain letters, digits, ".", "_" and "-"'],
  ])('refuses %j', (name, message) => expect(validateServerName(name)).toBe(message));
});
