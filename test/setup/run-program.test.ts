import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

/** A program that starts another one, as a worker of tests does. Both would run forever. */
const shown = `
const { spawn } = require('node:child_process');
const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
process.on('SIGTERM', () => process.exit(7));
require('node:fs').writeFileSync('other', String(other.pid));
setInterval(() => {}, 1000);
`;
const script = `
import { runProgram } from './scripts/run-program.mjs';
process.exitCode = (await runProgram(process.execPath, ['shown.cjs'], { isShown: true })).code;`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/ Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.runIf(process.platform === 'linux')('a command that shows another program', () => {
  it('ends if the shell in which npm has started it was ended', async () => {
    const here = new SmallCheckout();
    here.write('shown.cjs', shown);
    here.write('script.mjs', script);
    const env = { ...process.env, npm_lifecycle_event: 'test' };
    const shell = spawn('/bin/sh', ['-c', `'${process.execPath}' script.mjs; true`], { cwd: here.folder, env });
    await expect.poll(() => here.has('other') && readFileSync(here.path('other'), 'utf8')).toMatch(/\d/);
    shell.kill('SIGTERM');
    await expect.poll(() => isRunning(Number(readFileSync(here.path('other'), 'utf8')))).toBe(false);
  });

  it('passes a signal on to all that it has started, and ends with its result', async () => {
    const here = new SmallCheckout();
    here.write('shown.cjs', shown);
    const run = here.start(script);
    await expect.poll(() => here.has('other') && readFileSync(here.path('other'), 'utf8')).toMatch(/\d/);
    const other = Number(readFileSync(here.path('other'), 'utf8'));
    expect(isRunning(other)).toBe(true);
    run.child.kill('SIGTERM');
    expect(await run.end).toBe(7);
    await expect.poll(() => isRunning(other)).toBe(false);
  });
});
