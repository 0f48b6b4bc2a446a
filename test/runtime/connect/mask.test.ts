import { expect, it } from 'vitest';
import { createMask } from '../../../src/runtime/connect/mask.ts';
import { distinctSecrets, secretsOfAddress } from '../../../src/runtime/values/known-secrets.ts';

const maskFor = (secrets: string[]) => createMask({ secrets });

it('hides known secrets wherever and however they are written', () => {
  const mask = maskFor(['open sesame/42']);
  const written = ['open sesame/42', encodeURIComponent('open sesame/42'), JSON.stringify('open sesame/42')];
  expect(mask(`a ${written.join(' b ')} c`)).toBe('a •••••••• b •••••••• b "••••••••" c');
});

it('hides what opens an address, and leaves words', () => {
  const url = 'https://someone:pass%3Aword@example.com/mcp?team=blue-whales&x=k3y%2Fq8w7e6r5t4&plain';
  const mask = maskFor(distinctSecrets(secretsOfAddress(url)));
  const basic = Buffer.from('someone:pass:word').toString('base64');
  const text = mask(`${url} said: pass:word, pass%3Aword, ${basic}, k3y/q8w7e6r5t4 of blue-whales`);
  expect(text).toBe(
    'https://someone:••••••••@example.com/mcp?team=blue-whales&x=••••••••&plain said: ••••••••, ••••••••, ••••••••, •••••••• of blue-whales',
  );
});

it('masks a key in the user part of a URL', () => {
  const url = 'https://k3yq8w7e6r5t4@example.com/mcp';
  const mask = maskFor(distinctSecrets(secretsOfAddress(url)));
  expect(mask(`${url}: k3yq8w7e6r5t4 is refused`)).toBe('https://••••••••@example.com/mcp: •••••••• is refused');
});

it('hides each line of a secret of many lines', () => {
  const mask = maskFor(['-----BEGIN KEY-----\nabcdefgh\n12345678\n-----END KEY-----']);
  expect(mask('it read 12345678 there')).toBe('it read •••••••• there');
});

it('hides the beginning of a secret where a text was cut, in any spelling', () => {
  const mask = maskFor(['correct/horse/battery']);
  expect(mask('it said correct/hor', true)).toBe('it said ••••••••');
  expect(mask('it said correct%2Fhor', true)).toBe('it said ••••••••');
  expect(mask('it said correct/hor')).toBe('it said correct/hor');
});

it('masks text that looks like a secret even if not declared as one', () => {
  expect(maskFor([])('password=hunter2hunter2')).not.toContain('hunter2');
});
