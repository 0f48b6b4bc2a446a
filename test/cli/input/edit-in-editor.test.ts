import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { editInEditor } from '../../../src/cli/input/edit-in-editor.ts';
import { Output } from '../../../src/cli/output/output.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

it.each([
  ['github', 'github.json'],
  ['@acme/server', 'server.json'],
  ['../../outside', 'server.json'],
  ['..\\outside', 'server.json'],
  ['con', 'server.json'],
  ['nul.x', 'server.json'],
  ['a:b', 'server.json'],
  ['..', 'server.json'],
  ['x'.repeat(300), 'server.json'],
])('the file of %s is opened in a directory of its own, as %s', async (name, file) => {
  const directory = mkdtempSync(join(homedir(), 'my editor-'));
  const [editor, seen] = [join(directory, 'editor.cjs'), join(directory, 'seen')];
  writeFileSync(editor, `require('node:fs').writeFileSync(${JSON.stringify(seen)}, process.argv.at(-1))`);
  vi.stubEnv('VISUAL', `"${process.execPath}" "${editor}"`);
  expect(await editInEditor(nodeHost(), new Output([]), name, { command: 'node' })).toEqual({ command: 'node' });
  vi.unstubAllEnvs();
  const opened = readFileSync(seen, 'utf8');
  expect([basename(dirname(opened)), basename(opened)]).toEqual([expect.stringMatching(/^plugboard-edit-/), file]);
});

it.skipIf(process.platform === 'win32')('the path of an editor may have spaces', async () => {
  const editor = join(mkdtempSync(join(homedir(), 'my editor-')), 'edit it');
  writeFileSync(editor, '#!/bin/sh\necho \'{ "command": "edited" }\' > "$1"\n');
  chmodSync(editor, 0o755);
  vi.stubEnv('VISUAL', editor);
  expect(await editInEditor(nodeHost(), new Output([]), 'x', { command: 'node' })).toEqual({ command: 'edited' });
  vi.unstubAllEnvs();
});
