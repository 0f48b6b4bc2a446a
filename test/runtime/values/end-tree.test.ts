import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { descendantsOf } from '../../../src/runtime/values/end-tree.ts';

const table =
  '\uFEFFParentProcessId  ProcessId  \r\n0  4  \r\n40  56  \r\n1076  1120  \r\n1120  1136  \r\n1136  1200  \r\n4  1076  \r\n';

it.each([
  [1120, [1136, 1200]],
  [1076, [1120, 1136, 1200]],
  [1200, []],
  [9999, []],
])('finds what %d has started', (pid, expected) => expect(descendantsOf(pid, table)).toEqual(expected));

it('ends with a loop, as ids are used again', () => {
  expect(descendantsOf(1, '1 2\n2 3\n3 1\n')).toEqual([2, 3]);
});

/** Where programs are started, with the text around. */
function starts(): { readonly file: string; readonly call: string; readonly near: string }[] {
  const root = join(import.meta.dirname, '../../../src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/^(?!import).*\b(?:spawn|spawnSync|execFile|fork)\(/gm)].map(({ index }) => ({
        file,
        call: text.slice(index, text.indexOf('\n', index)),
        near: text.slice(Math.max(0, index - 900), index + 900),
      }));
    });
}

/** Programs in the terminal of the person are the only ones that may show a window. */
it('opens no console window on Windows', () => {
  expect(starts().length).toBeGreaterThan(8);
  const shows = starts().filter(({ near }) => !/windowsHide|\bhidden\b|'inherit'|\/bin\/sh/.test(near));
  expect(shows.map(({ file }) => file)).toEqual([]);
});

/** Given a bare name, Node on Windows looks into the working directory first, where a project could put a program. */
it('starts no program by its name alone', () => {
  const named = starts().filter(({ call }) => /(?:spawn|spawnSync|execFile|fork)\(\s*['"`](?!\/)/.test(call));
  expect(named.map(({ file, call }) => `${file}: ${call.trim()}`)).toEqual([]);
});
