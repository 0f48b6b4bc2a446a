import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:ts|mjs)$/.test(name) && !name.includes('node_modules'),
);
const sources = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** Calls of Vitest's own wait, which gives up after a second; a busy machine needs longer. `expect.poll` has 30 s. */
function shortWaits(text: string): string[] {
  const calls = text.matchAll(/vi\.wait(?:For|Until)\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g);
  return Array.from(calls, ([call]) => call).filter((call) => !/timeout:|, \d+_000\)$/.test(call));
}

/** Ports that another test, or another run, may use at the same time. */
function fixedPorts(text: string): string[] {
  return text.match(/\.listen\([1-9]\d*/g) ?? [];
}

it.each([
  ['gives what it waits for more than a second', shortWaits],
  ['listens on free ports', fixedPorts],
])('%s', (_, check) => {
  const found = sources.filter(({ name }) => name !== 'waiting.test.ts');
  expect(found.flatMap(({ name, text }) => check(text).map((call) => `${name}: ${call}`))).toEqual([]);
});

it('sees a short wait, and a fixed port', () => {
  expect(shortWaits('await vi.waitFor(() => expect(drawn()).toContain(x(y())));')).toHaveLength(1);
  expect(shortWaits('await vi.waitFor(() => expect(a()).toBe(1), { timeout: 30_000 });')).toEqual([]);
  expect(shortWaits('await vi.waitUntil(() => a(), 10_000);')).toEqual([]);
  expect(fixedPorts('server.listen(3000); server.listen(0); server.listen(port);')).toEqual(['.listen(3000']);
});
