import { expect, it } from 'vitest';
import { createMask } from '../../../src/runtime/connect/mask.ts';

const maskFor = (secrets: string[], url?: string) =>
  createMask({
    secrets,
    server: { transport: 'http', args: [], env: {}, headers: {}, ...(url !== undefined && { url }) },
  });

it('hides known secrets wherever and however they are written', () => {
  const mask = maskFor(['open sesame/42']);
  const written = ['open sesame/42', encodeURIComponent('open sesame/42'), JSON.stringify('open sesame/42')];
  expect(mask(`a ${written.join(' b ')} c`)).toBe('a •••••••• b •••••••• b "••••••••" c');
});

it('hides who an address is for', () => {
  const url = 'https://someone:pass%3Aword@example.com/mcp?team=blue-whales&plain&x=a%20b%20c%20d';
  const mask = maskFor([], url);
  const basic = Buffer.from('someone:pass:word').toString('base64');
  const text = mask(`${url} someone pass:word pass%3Aword ${basic} blue-whales "a b c d"`);
  expect(text).not.toMatch(/someone|pass|whales|a%20b|a b/);
  expect(text).not.toContain(basic);
  expect(text).toContain('example.com/mcp?team=');
});

it('hides each line of a secret of many lines', () => {
  const mask = maskFor(['-----BEGIN KEY-----\nabcdefgh\n12345678\n-----END KEY-----']);
  expect(mask('it read 12345678 there')).toBe('it read •••••••• there');
});

it('hides the beginning of a secret where a text was cut', () => {
  const mask = maskFor(['correct-horse-battery']);
  expect(mask('the secret is correct-hor', true)).toBe('the secret is •');
  expect(mask('the secret is correct-hor')).toBe('the secret is correct-hor');
});

it('hides what looks like a secret although nobody said so', () => {
  expect(maskFor([])('password=hunter2hunter2')).not.toContain('hunter2');
});
