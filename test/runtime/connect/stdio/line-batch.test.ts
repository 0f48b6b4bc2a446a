import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineBatch } from '../../../../src/runtime/connect/stdio/line-batch.ts';

function batch(): { readonly lines: LineBatch; readonly written: string[] } {
  const written: string[] = [];
  return { lines: new LineBatch((text) => written.push(text)), written };
}

test('lines that can wait are written once per turn of the event loop', async () => {
  const { lines, written } = batch();
  lines.add('a', true);
  await Promise.resolve();
  lines.add('b', true);
  await new Promise<void>(process.nextTick);
  expect([written, lines.length]).toEqual([[], 2]);
  await turn();
  expect([written, lines.length]).toEqual([['a\nb\n'], 0]);
  lines.add('c', true);
  await turn();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

test('a line that cannot wait is written in its tick, after the earlier ones', async () => {
  const { lines, written } = batch();
  lines.add('a', true);
  lines.add('b');
  lines.add('c', true);
  await Promise.resolve();
  expect(written).toEqual(['a\nb\nc\n']);
  await turn();
  expect(written).toHaveLength(1);
});

test('nothing is lost or written twice when the server is closed', async () => {
  const { lines, written } = batch();
  lines.add('a', true);
  lines.add('b');
  lines.flush();
  expect(written).toEqual(['a\nb\n']);
  await turn();
  expect(written).toHaveLength(1);
});
