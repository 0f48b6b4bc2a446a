import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isDeep } from '../../support/deep.ts';
import { guarded } from '../auth/support/guarded.ts';
import { machineWith, toolbox } from '../runtime/support/servers.ts';
import { type Machine, program } from '../support/machine.ts';

/** What standard input can be besides a terminal. Each gives a descriptor, or what `spawn` makes of it. */
const inputs: Readonly<Record<string, (here: Machine) => number | 'pipe' | 'closed'>> = {
  '/dev/null': () => openSync('/dev/null', 'r'),
  '/dev/zero': () => openSync('/dev/zero', 'r'),
  'a file': (here) => {
    writeFileSync(here.path('notes.txt'), 'no\n');
    return openSync(here.path('notes.txt'), 'r');
  },
  'a directory': () => openSync('/', 'r'),
  'a file that is open for writing only': (here) => openSync(here.path('written'), 'w'),
  'a pipe that has ended': () => 'pipe',
  nothing: () => 'closed',
};

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

async function run(here: Machine, args: readonly string[], input: string, env = {}): Promise<Ended> {
  const stdin = inputs[input]?.(here) ?? 'pipe';
  const stdio: StdioOptions = [typeof stdin === 'number' ? stdin : 'pipe', 'pipe', 'pipe'];
  const words = [process.execPath, program, ...args];
  const options = { cwd: here.project, env: { ...here.env, PATH: '/usr/bin:/bin', ...env }, stdio };
  // Only a shell can start a program without any standard input.
  const child: ChildProcess =
    stdin === 'closed'
      ? spawn('/bin/sh', ['-c', 'exec "$@" <&-', 'sh', ...words], options)
      : spawn(words[0] as string, words.slice(1), options);
  if (typeof stdin === 'number') closeSync(stdin);
  child.stdin?.end();
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** Marks of a fault of our own. */
const FAULT = /Internal error|TypeError|node:(?:internal|events)|Unhandled/;

// Windows has no such descriptors.
describe.skipIf(process.platform === 'win32').each(Object.keys(inputs))('with %s as standard input', (input) => {
  // Both sign in with the same code, so one input shows the other command.
  it.each([['auth', 'login'], ...(isDeep || input === '/dev/null' ? [['reauth']] : [])])(
    '%s %s signs in',
    async (...words) => {
      const { here, browser } = await guarded();
      const { code, said } = await run(here, [...words, 'guarded'], input, browser);
      expect([code, said]).toEqual([0, expect.not.stringMatching(FAULT)]);
    },
  );

  it('a sign-in without a browser waits for one elsewhere, and ends in good order', async () => {
    const { here, browser } = await guarded();
    const { code, said } = await run(
      here,
      ['auth', 'login', 'guarded', '--no-browser', '--timeout', '1'],
      input,
      browser,
    );
    expect([code, said]).toEqual([7, expect.stringContaining('timed out')]);
    expect(said).not.toMatch(FAULT);
  });

  it('every command that asks at a terminal ends without asking', async () => {
    const here = machineWith({ user: { box: toolbox() }, project: { theirs: toolbox() } });
    const set = JSON.stringify({ mcpServers: { box: toolbox() } });
    here.write('~/.claude/mcp-configs/one.json', set);
    const commands = [
      ['add'],
      ['top'],
      ['approve', 'theirs'],
      ['test', 'theirs'],
      ['call', 'box', 'remove'],
      ['remove', 'box', '--dry-run'],
      ['auth', 'login'],
      ['auth', 'logout'],
      ['sets', 'cleanup'],
      ['undo'],
      ['edit', 'box'],
      ['run', 'claude', '--dry-run'],
    ];
    // A file has a line to read, which is an answer: no set has this name.
    const asked = await run(here, ['run'], input);
    expect([asked.code, asked.said]).toEqual([2, expect.not.stringMatching(FAULT)]);
    expect(asked.said).toMatch(/Nothing started|No set named "no"|has no line end/);
    expect(here.everything().filter((name) => name.includes('/selections/'))).toEqual([]);
    for (const args of commands) {
      const { code, said } = await run(here, args, input, { EDITOR: 'true' });
      expect([args, code, said]).toEqual([args, expect.any(Number), expect.not.stringMatching(FAULT)]);
    }
  });
});
