import { expect, it } from 'vitest';
import { vaultFailure } from '../../../src/secrets/vaults/vault-program.ts';

it.each([
  ['a line of it', 'unknown command "second-line"'],
  ['the end of it', 'unknown command "rd line"'],
  ['an encoded part of it', `unknown command "${Buffer.from('first\nsecond').toString('base64').slice(3, 9)}"`],
])('no error of a program shows %s', (_, errors) => {
  const { message } = vaultFailure('keychain', `security: ${errors}\n`, ['first\nsecond-line\nthird line']);
  expect(message).not.toContain('unknown command');
  expect(vaultFailure('keychain', errors, ['other']).message).toContain('unknown command');
});
