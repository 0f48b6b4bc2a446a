import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandRunner } from '../../../src/runtime/values/run-command.ts';
import { folder, withProgram } from './support.ts';

const { env } = process;
const shell = (text: string): { shell: string } => ({ shell: text });
const run = async (command: string, options = {}): Promise<object> =>
  createCommandRunner(options).run(shell(command), { env });

/** Waits until a file has a text; the test's own time limit is the only clock. */
async function textOf(path: string): Promise<string> {
  for (;;) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text.endsWith('\n')) return text.trim();
    await new Promise(setImmediate);
  }
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    // What was killed stays in the table until init has looked at it.
    if (existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return;
    await new Promise(setImmediate);
  }
}

describe.skipIf(process.platform === 'win32')('a command', () => {
  it('gives what it prints, trimmed', async () => {
    expect(await run(`printf '  a b\\n c \\n\\n'`)).toEqual({ output: 'a b\n c' });
  });

  it('has the variables of the person, starts in their home, and cannot ask', async () => {
    const runner = createCommandRunner();
    const said = await runner.run(shell('echo "$SECRET_OF_MINE $(pwd -P)"; read answer || echo nothing to read'), {
      env: { ...env, SECRET_OF_MINE: 'mine' },
    });
    expect(said).toEqual({ output: `mine ${homedir()}\nnothing to read` });
    expect(await run('test -t 0 || (: < /dev/tty) 2>/dev/null || echo no terminal')).toEqual({ output: 'no terminal' });
  });

  it('starts somewhere even when the home is gone', async () => {
    const gone = { ...env, HOME: join(folder(), 'gone') };
    expect(await createCommandRunner().run(shell('pwd'), { env: gone })).toEqual({ output: '/' });
  });

  it.each([
    ['exit 3', 'it exited with code 3'],
    ['kill -KILL $$', 'it was killed by SIGKILL'],
    ['true', 'it printed nothing'],
    [`printf ' \\n\\t'`, 'it printed nothing'],
    ['echo why >&2; exit 1', 'it exited with code 1: why'],
    ['echo why >&2', 'it printed nothing: why'],
    ['a\0b', 'it cannot be started'],
  ])('%j fails with words', async (command, problem) => {
    expect(await run(command)).toEqual({ problem });
  });

  it('that is not there says so', async () => {
    expect(await run('no-such-program-at-all')).toEqual({
      problem: expect.stringContaining('exited with code 127') as string,
    });
    expect(await createCommandRunner().run({ file: 'no-such-program-at-all', args: [] }, { env })).toEqual({
      problem: 'it cannot be started (ENOENT)',
      missing: true,
    });
  });

  it('that says too much is ended', async () => {
    expect(await run('yes', { outputLimit: 2048 })).toEqual({ problem: 'it printed more than 2 KiB' });
    expect(await run('head -c 2048 /dev/zero | tr "\\0" x', { outputLimit: 2048 })).toEqual({
      output: 'x'.repeat(2048),
    });
  });

  it('that does not finish is ended with all it has started', async () => {
    const file = join(folder(), 'pids');
    const command = `sleep 1000 & sh -c 'sleep 1000' & echo $! $$ > '${file}'; wait`;
    expect(await run(command, { timeLimit: 3000 })).toEqual({ problem: 'it did not finish within 3 s' });
    const pids = (await textOf(file)).split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await Promise.all(pids.map(untilGone));
  });

  it('whose output something else holds open does not hold us up', async () => {
    const file = join(folder(), 'pid');
    const command = `setsid sh -c 'echo $$ > "${file}"; exec sleep 1000' & echo here`;
    expect(await run(command, { timeLimit: 3000 })).toEqual({ problem: 'it did not finish within 3 s' });
    process.kill(Number(await textOf(file)), 'SIGKILL');
  });

  it('may print its own secret or one of ours in an error: it is masked, and the rest is truncated', async () => {
    const canary = 'correct-horse-battery';
    const options = { env: { ...env, DEPLOY_PASSWORD: canary } };
    const { run: runOne } = createCommandRunner();
    const said = [
      await runOne(shell(`echo hunter22; echo "refused hunter22" >&2; exit 1`), options),
      await runOne(shell(`set -x; : "$DEPLOY_PASSWORD"; exit 1`), options),
      await runOne(shell(`echo "Authorization: Bearer abcdefgh" >&2; exit 1`), options),
      await runOne(shell(`printf '\\033[31mred\\n' >&2; exit 1`), options),
      await runOne(shell(`printf '%0999d' 7 >&2; exit 1`), options),
    ].map((result) => ('problem' in result ? result.problem : ''));
    expect(said[0]).toBe('it exited with code 1: refused ••••••••');
    expect(said.join(' ')).not.toContain(canary);
    expect(said[2]).not.toContain('abcdefgh');
    expect(said[3]).toBe('it exited with code 1: \ufffd[31mred');
    expect(said[4]?.length).toBeLessThan(350);
  });
});

describe.skipIf(process.platform === 'win32')('commands', () => {
  const counting = (): { command: string; count: () => number } => {
    const file = join(folder(), 'count');
    writeFileSync(file, '');
    return { command: `echo x >> '${file}'; wc -l < '${file}'`, count: () => readFileSync(file, 'utf8').length / 2 };
  };

  it('run once for concurrent and later callers', async () => {
    const { command, count } = counting();
    const { run: runOne } = createCommandRunner();
    const asked = await Promise.all(Array.from({ length: 20 }, () => runOne(shell(command), { env })));
    expect(asked).toEqual(Array.from({ length: 20 }, () => ({ output: '1' })));
    expect(await runOne(shell(command), { env })).toEqual({ output: '1' });
    expect(count()).toBe(1);
  });

  it('run again after a failure, when asked to, and with other variables', async () => {
    const { command, count } = counting();
    const { run: runOne, forget } = createCommandRunner();
    const failing = shell(`${command} >/dev/null; exit 1`);
    await Promise.all([runOne(failing, { env }), runOne(failing, { env })]);
    await runOne(failing, { env });
    expect(count()).toBe(2);
    expect(await runOne(shell(command), { env })).toEqual({ output: '3' });
    forget();
    expect(await runOne(shell(command), { env })).toEqual({ output: '4' });
    expect(await runOne(shell(command), { env: { ...env, OTHER: '1' } })).toEqual({ output: '5' });
    expect(await runOne(shell(command), { env: { OTHER: '1', ...env } })).toEqual({ output: '5' });
  });

  it('are told apart from programs with the same words', async () => {
    const own = withProgram('say', 'echo program "$@"');
    const { run: runOne } = createCommandRunner();
    expect(await runOne({ file: 'say', args: ['$HOME; x'] }, { env: own })).toEqual({ output: 'program $HOME; x' });
    expect(await runOne(shell('say a'), { env: own })).toEqual({ output: 'program a' });
  });

  it('go on for the others when one gives up, and end when all have', async () => {
    const files = ['pid', 'go'].map((name) => join(folder(), name)) as [string, string];
    const command = `echo $$ > '${files[0]}'; while [ ! -e '${files[1]}' ]; do sleep 0.05; done; echo done`;
    const { run: runOne } = createCommandRunner();
    const [first, second] = [new AbortController(), new AbortController()];
    const leaving = runOne(shell(command), { env, signal: first.signal });
    const staying = runOne(shell(command), { env, signal: second.signal });
    await textOf(files[0]);
    first.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    writeFileSync(files[1], '');
    expect(await staying).toEqual({ output: 'done' });

    const alone = new AbortController();
    const hanging = join(folder(), 'pid');
    const asked = runOne(shell(`echo $$ > '${hanging}'; sleep 1000`), { env, signal: alone.signal });
    const pid = Number(await textOf(hanging));
    alone.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await untilGone(pid);
    await expect(runOne(shell('echo a'), { env, signal: alone.signal })).rejects.toThrow('enough');
  });
});
