import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLines } from '../../../src/manage/compare/compare-lines.ts';
import { unifiedDiff } from '../../../src/manage/compare/diff.ts';

const change = (before: string | undefined, after: string | undefined): string =>
  unifiedDiff({ path: '/p/f.json', before, after });

it('shows changed lines with three lines around them', () => {
  const before = Array.from({ length: 12 }, (_, index) => `line ${index}\n`).join('');
  expect(change(before, before.replace('line 5', 'line five'))).toBe(
    [
      '--- /p/f.json',
      '+++ /p/f.json',
      '@@ -3,7 +3,7 @@',
      ' line 2',
      ' line 3',
      ' line 4',
      '-line 5',
      '+line five',
      ' line 6',
      ' line 7',
      ' line 8',
    ].join('\n'),
  );
});

it('shows changes far apart separately', () => {
  const before = Array.from({ length: 30 }, (_, index) => `${index}\n`).join('');
  const after = before.replace('2\n', 'two\n').replace('27\n', 'x\n');
  expect(change(before, after).match(/^@@/gm)).toHaveLength(2);
});

it('shows a new and a deleted file', () => {
  expect(change(undefined, 'a\n')).toBe('--- /dev/null\n+++ /p/f.json\n@@ -0,0 +1,1 @@\n+a');
  expect(change('a\n', undefined)).toBe('--- /p/f.json\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a');
});

it('hides a secret also where the words that told it are gone', () => {
  const shown = change('"args": ["--token", "hunter2abc"]\n', '"args": ["hunter2abc"]\n');
  expect(shown).toContain('-"args": ["--token", "••••••••"]\n+"args": ["••••••••"]');
});

it('says where the last line end is missing', () => {
  expect(change('a', 'a\n')).toContain('-a\n\\ No newline at end of file\n+a');
});

it('hides secrets, and shows that one has changed', () => {
  const text = (token: string): string => `{\n  "GITHUB_TOKEN": "${token}"\n}\n`;
  const shown = change(text('ghp_abcdefghijklmnop1234'), text('ghp_zyxwvutsrqponmlk9876'));
  expect(shown).not.toMatch(/abcdefgh|zyxwvuts/);
  expect(shown.split('\n').filter((line) => /^[-+] /.test(line))).toHaveLength(2);
});

it('gives a patch that turns the old lines into the new ones', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      const patched: string[] = [];
      let at = 0;
      for (const block of compareLines(old, now)) {
        patched.push(...old.slice(at, block.old[0]), ...now.slice(...block.now));
        [, at] = block.old;
      }
      expect([...patched, ...old.slice(at)]).toEqual(now);
    }),
  );
});
