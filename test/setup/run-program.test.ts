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

/** Notes the signals it gets, but for those that cannot be noted. Ends when the file `go` is there. */
const noting = `
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => appendFileSync('signals', name + ' '));
setInterval(() => existsSync('go') && process.exit(0), 10);
writeFileSync('pid', String(process.pid));
`;
const noted = script.replace('shown.cjs', 'noting.cjs');

/** Beside the program, something else fails because of the signal, as a service of the bundler does on Ctrl+C. */
const parts = `
import { allOf } from './scripts/run-program.mjs';
import { exitIfInterrupted, runProgram } from './scripts/run-program.mjs';
const other = new Promise((_, fail) => process.once('SIGTERM', () => fail(new Error('write EPIPE'))));
try {
  await allOf([other, runProgram(process.execPath, ['noting.cjs'])]);
} catch (error) {
  exitIfInterrupted();
  process.exit(1);
}`;

/** The state of a process, `T` if it is stopped. */
function stateOf(pid: number | undefined): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

async function startNoting(text: string) {
  const here = new SmallCheckout();
  here.write('noting.cjs', noting);
  const run = here.start(text);
  await expect.poll(() => here.has('pid') && here.read('pid')).toMatch(/\d/);
  return { here, run, pid: Number(here.read('pid')), signals: () => (here.has('signals') ? here.read('signals') : '') };
}

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

  it('passes a signal on as often as it comes, and the one of Ctrl+\\', async () => {
    const { run, signals } = await startNoting(noted);
    run.child.kill('SIGINT');
    await expect.poll(signals).toBe('SIGINT ');
    run.child.kill('SIGINT');
    await expect.poll(signals).toBe('SIGINT SIGINT ');
    run.child.kill('SIGQUIT');
    expect(await run.end).toBe(131);
  });

  it('is paused and continued with the other program', async () => {
    const { here, run, pid } = await startNoting(noted);
    run.child.kill('SIGTSTP');
    await expect.poll(() => [stateOf(run.child.pid), stateOf(pid)]).toEqual(['T', 'T']);
    run.child.kill('SIGCONT');
    await expect.poll(() => [stateOf(run.child.pid), stateOf(pid)]).not.toContain('T');
    here.write('go', '');
    expect(await run.end).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('a command that is ended while it waits for a program', () => {
  it('waits for it, and ends as the signal would, if another part fails because of the signal', async () => {
    const { here, run, signals } = await startNoting(parts);
    run.child.kill('SIGTERM');
    await expect.poll(signals).toBe('SIGTERM ');
    expect(run.child.exitCode).toBeNull();
    here.write('go', '');
    expect(await run.end).toBe(143);
  });
});
