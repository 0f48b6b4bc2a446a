import { expect, it } from 'vitest';
import { maskWith } from '../../../src/runtime/connect/http/access.ts';

it('hides tokens that came after the connection was made', () => {
  const secrets: string[] = [];
  const access = {
    secrets,
    guard: () => fetch,
    isOurs: () => true,
    token: async () => undefined,
    isWorthTrying: async () => false,
  };
  const mask = maskWith((text) => text.toUpperCase(), access);
  expect(mask('token-one')).toBe('TOKEN-ONE');
  secrets.push('token-one');
  expect(mask('a token-one')).toBe('A ••••••••');
  expect(maskWith((text) => text, undefined)('token-one')).toBe('token-one');
});
