import { describe, expect, it } from 'vitest';
import { isPlainName, nameIssue } from '../../src/model/server-name.ts';

describe('nameIssue', () => {
  it.each(['a', 'github', 'My.Server_2-x', '__proto__', 'constructor', '0', '-', '.', 'x'.repeat(100)])(
    'accepts %s',
    (name) => expect(nameIssue(name)).toBeUndefined(),
  );

  it.each([
    ['', 'empty'],
    ['x'.repeat(101), 'too-long'],
    ['with space', 'characters'],
    ['größe', 'characters'],
    ['a/b', 'characters'],
    ['a\n', 'characters'],
    ['@scope/x', 'characters'],
    [' ', 'characters'],
  ])('refuses %j: %s', (name, issue) => expect(nameIssue(name)).toBe(issue));
});

describe('isPlainName', () => {
  it.each(['github', 'my-server_2'])('accepts %s', (name) => expect(isPlainName(name)).toBe(true));
  it.each(['GitHub', 'a.b', '', 'x'.repeat(101)])('refuses %j', (name) => expect(isPlainName(name)).toBe(false));
});
