import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { hasTmux } from '../../cli/support/tmux.ts';
import { stage, type Stage } from '../support/stand-in.ts';
import { launcher, startLauncher } from '../support/start-launcher.ts';

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;

/** Programs give these a meaning of their own. */
const all = [...signals, 'SIGUSR1', 'SIGUSR2'] as const;

/** Says each signal it gets, and ends with 9 once it has got two. */
const tells = `
  let count = 0;
  for (const signal of ${JSON.stringify(all)})
    process.on(signal, () => { console.log(signal); if (++count === 2) process.exit(9); });
  console.log('ready');
  setInterval(() => {}, 1000);
`;
const waits = `console.log('ready'); setInterval(() => {}, 1000)`;

function left({ path }: Stage): string[] {
  return readdirSync(path('own/state/launch'));
}

describe.skipIf(process.platform === 'win32')('without a terminal', () => {
  it.each(all)('%s goes to the program, once, and we live as long as it does', async (signal) => {
    const here = stage('claude');
    const started = await startLauncher(here.acting(tells), 'claude-code');
    expect(await started.line()).toBe('ready');
    expect(left(here)).toHaveLength(1);
    started.kill(signal);
    expect(await started.line()).toBe(signal);
    // Still there, with its file; had it got the first one twice, it would have ended.
    expect(left(here)).toHaveLength(1);
    started.kill('SIGTERM');
    expect(await started.line()).toBe('SIGTERM');
    expect(await started.end).toEqual([9, null]);
    expect(left(here)).toEqual([]);
  });

  it.each(signals)('a program that dies of %s is outlived by nothing of ours', async (signal) => {
    const here = stage('claude');
    const started = await startLauncher(here.acting(waits), 'claude-code');
    expect(await started.line()).toBe('ready');
    started.kill(signal);
    expect(await started.end).toEqual([null, signal]);
    expect(left(here)).toEqual([]);
  });

  it('a signal that comes before the program runs is not lost, and neither are the files', async () => {
    const here = stage('gemini');
    here.write('home/.gemini/settings.json', '{}\n');
    const started = await startLauncher(here.acting(`process.kill(process.ppid, 'SIGTERM'); ${waits}`), 'gemini-cli');
    expect(await started.end).toEqual([null, 'SIGTERM']);
    expect(left(here)).toEqual([]);
    expect(here.names('home')).toEqual(['.gemini/settings.json']);
  });
});

describe.skipIf(!hasTmux)('at a terminal (tmux)', () => {
  it('Ctrl+C reaches the program once', async () => {
    const here = stage('claude');
    const tmux = (...words: string[]): string =>
      spawnSync('tmux', ['-u', '-f', '/dev/null', '-S', here.path('tmux'), ...words], { encoding: 'utf8' }).stdout;
    // It answers each Ctrl+C with a signal to us. Whatever we do about Ctrl+C, we have done before we pass that one on.
    const host = here.acting(`
      let [signals, presses] = [0, 0];
      process.on('SIGINT', () => { signals += 1; process.kill(process.ppid, 'SIGHUP'); });
      process.on('SIGHUP', () => {
        presses += 1;
        console.log(presses + ' pressed, ' + signals + ' arrived');
        if (presses === 10) process.exit(9);
      });
      console.log('ready');
      setInterval(() => {}, 1000);
    `);
    const env = Object.entries(host.env).map(([name, value]) => `${name}=${quoted(value ?? '')}`);
    const line = ['exec /usr/bin/env -i', ...env, process.execPath, await launcher(), 'claude-code'].join(' ');
    const shows = (text: string): Promise<void> =>
      vi.waitFor(() => expect(tmux('capture-pane', '-p').trim().split('\n').at(-1)).toBe(text), {
        timeout: 30_000,
        interval: 50,
      });
    tmux('new-session', '-d', '-x', '60', '-y', '20', '-c', host.cwd, `(${line}); echo "end $?"; read end`);
    try {
      await shows('ready');
      // Two signals at almost the same time may become one, so once would prove nothing.
      for (let presses = 1; presses <= 10; presses += 1) {
        tmux('send-keys', 'C-c');
        await shows(presses === 10 ? 'end 9' : `^C${presses} pressed, ${presses} arrived`);
      }
      expect(left(here)).toEqual([]);
    } finally {
      tmux('kill-server');
    }
  });
});

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
