import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromRoot } from '../../scripts/root.mjs';

// The paths are texts, which no type check follows when a file of the program moves.
it('measures files of the program that are there', () => {
  const sources = readdirSync(fromRoot('bench'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(fromRoot('bench'), file), 'utf8'));
  const calls = sources.flatMap((text) =>
    Array.from(text.matchAll(/importing\(\{(.*?)\}\)/gs), ([, names = '']) => names),
  );
  const paths = calls.flatMap((names) => Array.from(names.matchAll(/'([^']+)'/g), ([, path = '']) => path));
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !existsSync(fromRoot('src', path)))).toEqual([]);
});
