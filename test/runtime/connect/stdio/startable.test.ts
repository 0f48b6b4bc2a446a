import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWatchdog } from '../../../../src/runtime/connect/session/watchdog.ts';
import { Child } from '../../../../src/runtime/connect/stdio/child.ts';
import { startable } from '../../../../src/runtime/connect/stdio/startable.ts';

it('never starts a program of the working directory by its name', async () => {
  const cwd = mkdtempSync(join(homedir(), 'planted-'));
  for (const name of ['planted', 'planted.exe', 'planted.cmd']) {
    writeFileSync(join(cwd, name), '');
    chmodSync(join(cwd, name), 0o700);
  }
  expect(() => startable('planted', [], { env: { PATH: '' }, cwd, platform: 'win32' })).toThrow(
    expect.objectContaining({ code: 'ENOENT' }),
  );
});

it('does not start a server whose program was not found', async () => {
  const command = { file: process.execPath, args: ['-e', ''], env: {}, missing: true } as const;
  await expect(Child.start(command, createWatchdog())).rejects.toMatchObject({ code: 'ENOENT' });
});
