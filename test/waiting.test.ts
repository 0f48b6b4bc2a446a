import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:ts|mjs)$/.test(name) && !name.includes('node_modules'),
);
const sources = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** Waits that give up before 30 s: Vitest's own after a second, the others only if told to. */
function shortWaits(text: string): string[] {
  const starts = Array.from(text.matchAll(/(?:vi\.wait(?:For|Until)|\.poll|DefaultTimeout)\(/g), ({ index }) => index);
  return starts
    .map((start) => callAt(text, start))
    .filter((call) => {
      const limit = /timeout: ?([\d_]+)/.exec(call)?.[1] ?? /[ (](\d+_000)\)$/.exec(call)?.[1];
      if (limit === undefined) return call.startsWith('vi.') && !call.includes('timeout:');
      return Number(limit.replaceAll('_', '')) < 30_000;
    });
}

/** A call with its arguments. */
function callAt(text: string, start: number): string {
  let [end, open] = [text.indexOf('(', start) + 1, 1];
  for (; open > 0 && end < text.length; end += 1) open += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
  return text.slice(start, end);
}

/** Ports that another test, or another run, may use at the same time. */
function fixedPorts(text: string): string[] {
  return text.match(/\.listen\([1-9]\d*/g) ?? [];
}

it.each([
  ['gives what it waits for 30 s', shortWaits],
  ['listens on free ports', fixedPorts],
])('%s', (_, check) => {
  const found = sources.filter(({ name }) => name !== 'waiting.test.ts');
  expect(found.flatMap(({ name, text }) => check(text).map((call) => `${name}: ${call}`))).toEqual([]);
});

it('sees a short wait, and a fixed port', () => {
  expect(shortWaits('await vi.waitFor(() => expect(drawn()).toContain(x(y())));')).toHaveLength(1);
  expect(shortWaits('await vi.waitFor(() => expect(a()).toBe(1), { timeout: 30_000 });')).toEqual([]);
  expect(shortWaits('await vi.waitUntil(() => a(), 30_000);')).toEqual([]);
  expect(shortWaits('await vi.waitUntil(() => a(), 10_000);')).toHaveLength(1);
  expect(shortWaits('page.setDefaultTimeout(10_000);')).toHaveLength(1);
  expect(shortWaits('await expect.poll(() => a(b())).toBe(1);')).toEqual([]);
  expect(shortWaits('await expect.poll(() => a(b()), { timeout: 20_000 }).toBe(1);')).toHaveLength(1);
  expect(fixedPorts('server.listen(3000); server.listen(0); server.listen(port);')).toEqual(['.listen(3000']);
});
