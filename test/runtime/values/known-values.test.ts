import { expect, it } from 'vitest';
import { KnownValues } from '../../../src/runtime/values/known-values.ts';
import { maskDeep } from '../../../src/runtime/values/mask-deep.ts';

const knowing = (...secrets: string[]): KnownValues => {
  const known = new KnownValues();
  known.add(secrets);
  return known;
};

it('hides a long value anywhere, a short one as a word of its own, and a very short or common one nowhere', () => {
  const known = knowing('hunter2hunter2', 'pass9', 'abc', 'localhost', 'true', 'admin');
  expect(known.mask('xhunter2hunter2x pass9 pass99 my-pass9 abc localhost true admin')).toBe(
    'x••••••••x •••••••• pass99 my-pass9 abc localhost true admin',
  );
});

it('follows values that come later', () => {
  const known = knowing();
  const tokens: string[] = [];
  known.follow(() => tokens);
  expect(known.mask('token-one-1234')).toBe('token-one-1234');
  tokens.push('token-one-1234');
  expect(known.mask('token-one-1234')).toBe('••••••••');
});

it('hides the beginning of a value in front of an ellipsis', () => {
  expect(knowing('hunter2hunter2').mask('it says hunter2hun… and hunter2hun')).toBe('it says ••••••••… and hunter2hun');
});

it.each(['...', '..', '…', '****', String.raw`\u2026`, '&hellip;', '%e2%80%a6'])(
  'hides the beginning of a value that a server has cut with %s',
  (mark) => {
    const known = knowing('abcd12345678efgh', 'abcd1234.5678.efgh', 'postgres-main-7');
    const said = `token abcd12345678${mark} and abcd1234.5678.${mark} are invalid`;
    expect(known.mask(said)).toMatch(/^token ••••••••\S+ and ••••••••\S+ are invalid$/);
    expect(known.mask(said)).not.toMatch(/abcd|5678/);
    // In another spelling as well.
    const coded = Buffer.from('abcd12345678efgh').toString('base64').slice(0, 14);
    expect(known.mask(`got ${coded}${mark}`)).toBe(`got ••••••••${mark}`);
  },
);

it('shows a few characters of a value before dots, and all of a text that only begins like one', () => {
  const known = knowing('abcd12345678efgh', 'server-main-7');
  const said = 'token abcd123... Starting server... abcd12345678 abcd12345679... abcd12345678.';
  expect(known.mask(said)).toBe(said);
});

it('finds the longest of values that begin alike, and one that is a part of another', () => {
  const known = knowing('tokenAAAA', 'tokenAAAABBBB', 'tokenAAAABBBBCCCC', 'AAAABBBB');
  expect(known.mask('tokenAAAABBBBCCCC|tokenAAAABBBB-|tokenAAAAB|xAAAABBBB')).toBe(
    '••••••••|••••••••-|••••••••B|x••••••••',
  );
});

it('hides texts, keys and numbers of data, and leaves dates and words that are keys', () => {
  const known = knowing('hunter2hunter2', '12345678', 'password1');
  const at = new Date(0);
  const data = { hunter2hunter2x: ['a hunter2hunter2', 12_345_678, 7], description: 'password1', at };
  expect(maskDeep(data, (text) => known.mask(text))).toEqual({
    '••••••••x': ['a ••••••••', '••••••••', 7],
    description: '••••••••',
    at,
  });
});
