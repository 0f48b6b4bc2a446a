import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecretMask, maskSecrets } from '../../../src/runtime/values/mask-secrets.ts';

it('hides secrets wherever they stand, the longer ones first', () => {
  expect(maskSecrets('a token123 b token1234 c', ['token123', 'token1234'])).toBe('a •••••••• b •••••••• c');
  expect(maskSecrets('a.b a.b', ['a.b', 'a b'])).toBe('a.b a.b');
});

it('hides other spellings', () => {
  const secret = 'p@ss "w/rd+1';
  const said = [encodeURIComponent(secret), JSON.stringify(secret), Buffer.from(secret).toString('base64')];
  expect(maskSecrets(said.join(' '), [secret])).not.toMatch(/p%40ss|p@ss|cEBzcyAi/);
  expect(maskSecrets('\ud800abcd', ['\ud800abcd'])).toBe('••••••••');
});

it('never leaves one', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.array(fc.string()), (secret, texts) => {
      fc.pre(!'••••••••'.includes(secret));
      const masked = maskSecrets(texts.join(secret) + secret, [secret]);
      return !masked.includes(secret) || secret.includes('•');
    }),
  );
});

it.each([
  ['as Go writes JSON', 'a\\u0026b\\u003cc-0123'],
  ['in a page', 'a&amp;b&lt;c-0123'],
  ['in hexadecimal', Buffer.from('a&b<c-0123').toString('hex')],
  ['in base64 to its last character', Buffer.from('a&b<c-0123').toString('base64')],
  ['encoded twice for an address', encodeURIComponent(encodeURIComponent('a&b<c-0123'))],
])('hides a secret %s', (_, text) => {
  expect(maskSecrets(`got ${text}.`, ['a&b<c-0123'])).toBe('got ••••••••.');
});

const hiding = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u{e0041}',
  '\\u200b',
  '%E2%80%8B',
  '&shy;',
];

it.each(hiding)('hides a secret that is interrupted by invisible characters (%j)', (hidden) => {
  const secret = 'sk-0123456789';
  for (const said of Array.from(secret).keys()) {
    const text = secret.slice(0, said) + hidden + secret.slice(said);
    expect(maskSecrets(`got ${text}.`, [secret])).toMatch(/^got .{0,12}•{8}.{0,12}\.$/u);
  }
  expect(maskSecrets(`a${hidden}b ${Array.from(secret).join(hidden)} c ${secret}`, [secret])).toBe(
    `a${hidden}b •••••••• c ••••••••`,
  );
  expect(maskSecrets(Array.from(secret.slice(0, 10)).join(hidden), [secret])).toContain(hidden);
  expect(createSecretMask([secret])(Array.from(secret.slice(0, 10)).join(hidden), true)).toBe('••••••••');
});

it('hides a secret that contains invisible characters also without them', () => {
  expect(maskSecrets('01234\u200b56789 0123456789', ['01234\u200b56789'])).toBe('•••••••• ••••••••');
});

it('leaves invisible characters of other text as they are', () => {
  const text = '👩‍💻 soft\u00adhyphen \u200b';
  expect(maskSecrets(text, ['sk-0123456789'])).toBe(text);
});
