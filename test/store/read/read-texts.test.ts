import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTexts } from '../../../src/store/read/read-texts.ts';
import { box } from '../support/box.ts';

it('reads many files in order, a bounded number at once', async () => {
  const { host, path, write } = box();
  const names = Array.from({ length: 1500 }, (_, index) => `project/${index}`);
  for (const name of names) write(name, name);
  let [open, most] = [0, 0];
  const fs = {
    ...host.fs,
    async readFile(file: string) {
      open += 1;
      most = Math.max(most, open);
      const bytes = await host.fs.readFile(file);
      open -= 1;
      return bytes;
    },
  };
  const texts = await readTexts({ ...host, fs }, names.map(path));
  expect(texts).toEqual(names.map((name) => ({ path: path(name), text: name })));
  expect(most).toBe(64);
});

it('tells nothing there from something that cannot be read', async () => {
  const { host, path, write } = box();
  write('project/file', '\uFEFFtext');
  writeFileSync(path('project/bytes'), Uint8Array.of(0xc3, 0x28));
  mkdirSync(path('project/directory'));
  symlinkSync('loop', path('project/loop'));
  symlinkSync('nowhere', path('project/dangling'));
  const names = ['file', 'file/below', 'missing', 'dangling', 'bytes', 'directory', 'loop'];
  const found = await readTexts(
    host,
    names.map((name) => path(`project/${name}`)),
  );
  expect(found.map((it) => ('text' in it ? it.text : 'absent' in it ? 'absent' : it.problem.code))).toEqual([
    '\uFEFFtext',
    'absent',
    'absent',
    'absent',
    'encoding',
    'unreadable',
    'unreadable',
  ]);
  expect(await readTexts(host, [])).toEqual([]);
});
