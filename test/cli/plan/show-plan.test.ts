import { expect, it } from 'vitest';
import type { Output } from '../../../src/cli/output/output.ts';
import { colored } from '../../../src/cli/plan/show-plan.ts';

it('names the file of a diff as Windows does, and changes nothing else', () => {
  const plain = { style: (_: string, text: string) => text } as unknown as Output;
  const body = ['@@ -1,1 +1,1 @@', '--- C:/old/path', '+++ C:/new/path', ' C:/kept/path'];
  const head = ['--- C:/Users/ann/.claude.json', '+++ C:/Users/ann/.claude.json'];
  const shown = colored([...head, ...body].join('\n'), plain);
  expect(shown).toEqual([...head.map((line) => line.replaceAll('/', '\\')), ...body]);
  const elsewhere = '--- /dev/null\n+++ /home/ann/.claude.json';
  expect(colored(elsewhere, plain)).toEqual(elsewhere.split('\n'));
});
