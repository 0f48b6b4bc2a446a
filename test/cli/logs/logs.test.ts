import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { appendServerLog, type ServerLogEntry } from '../../../src/store/logs/server-logs.ts';
import { machineWith, misbehaving } from '../runtime/support/servers.ts';
import { startProgram } from '../runtime/support/start-program.ts';
import type { Machine } from '../support/machine.ts';
import { unsafe } from '../support/secrets.ts';

type Noted = Omit<ServerLogEntry, 'time'> & { readonly minutesAgo?: number };

/** As the runtime notes it. */
function note(here: Machine, { minutesAgo = 0, ...entry }: Noted): void {
  const home = here.env['HOME'] ?? '';
  const now = (): Date => new Date(Date.now() - minutesAgo * 60_000);
  appendServerLog({ ...nodeHost(), home, env: here.env, cwd: here.project, now }, entry);
}

function withLog(): Machine {
  const here = machineWith({ user: { files: { command: 'x' }, quiet: { command: 'y' } } });
  note(here, { server: 'files', level: 'info', message: 'connected', minutesAgo: 60 });
  note(here, { server: 'gone', level: 'debug', message: 'connecting', minutesAgo: 30 });
  note(here, { server: 'files', level: 'error', message: 'The server exited with code 3.', minutesAgo: 5 });
  return here;
}

const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

describe('plugboard logs', () => {
  it.each([
    [
      [],
      'TIME  files  info     connected\nTIME  gone   debug    connecting\nTIME  files  error    The server exited with code 3.\n',
    ],
    [['files'], 'TIME  files  info     connected\nTIME  files  error    The server exited with code 3.\n'],
    [['--since', '10m'], 'TIME  files  error    The server exited with code 3.\n'],
    [['--level', 'info', '--limit', '1'], 'TIME  files  error    The server exited with code 3.\n'],
    [['gone', '--level', 'warning'], ''],
    [['gone', '--since', '1m'], ''],
    [['quiet'], ''],
  ])('shows what is asked for: %j', (args, shown) => {
    const { code, stdout } = withLog().run(['logs', ...args]);
    expect({ code, stdout: stdout.replaceAll(TIME, 'TIME') }).toEqual({ code: 0, stdout: shown });
  });

  it('says how many more there are', () => {
    expect(withLog().run(['logs', '--limit', '2']).stderr).toBe('1 older entries: --limit 3\n');
  });

  it('gives scripts one document, or one line each', () => {
    const here = withLog();
    const { entries, total } = here.ask<{ entries: unknown[]; total: number }>(['logs', '--limit', '2']).data;
    expect(total).toBe(3);
    expect(entries).toMatchObject([{ server: 'gone', level: 'debug', message: 'connecting' }, { level: 'error' }]);
    const lines = here.run(['logs', '--jsonl']).stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as ServerLogEntry).server)).toEqual(['files', 'gone', 'files']);
  });

  it.each([
    [['nothing-like-it'], 4, 'Unknown server "nothing-like-it"'],
    [['filse'], 4, 'Did you mean "files"?'],
    [['--since', 'soon'], 2, "--since takes a time such as 10m, 2h, 1d or 2026-11-15, not 'soon'"],
    [['--limit', '0'], 2, "--limit takes a number of at least 1, not '0'"],
    [['--level', 'loud'], 2, 'Allowed choices are debug, info, warning, error'],
    [['--follow', '--json'], 2, 'use --jsonl with --follow'],
  ])('refuses %j', (args, code, message) => {
    const { stdout, stderr, ...ended } = withLog().run(['logs', ...args]);
    expect(ended).toEqual({ code });
    expect(stdout + stderr).toContain(message);
  });

  it('tells what happened when a server was used, without the secrets it had', () => {
    const files = misbehaving('dies at start', { env: { TOKEN: 'canary-of-this-test' } });
    const here = machineWith({ user: { files } });
    here.run(['reload']);
    const { stdout } = here.run(['logs', 'files']);
    expect(stdout).toContain('stderr: ');
    expect(stdout).toContain('a second line');
    expect(stdout).toContain('warning  failed: The server exited with code 3.');
    expect(stdout).not.toMatch(unsafe);
    expect(stdout).not.toContain('canary');
  });
});

describe('plugboard logs --follow', () => {
  it('goes on until Ctrl+C', async () => {
    const here = withLog();
    const following = startProgram(here, ['logs', '-f', '--level', 'info', '--limit', '1']);
    await following.says('stdout', 'The server exited with code 3.');
    note(here, { server: 'files', level: 'debug', message: 'not this' });
    note(here, { server: 'new', level: 'info', message: 'a first line' });
    await following.says('stdout', 'a first line');
    note(here, { server: 'files', level: 'info', message: 'and another' });
    await following.says('stdout', 'and another');
    following.kill('SIGINT');
    const { code, stdout, stderr } = await following.ended();
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(stdout.replaceAll(TIME, 'TIME')).toBe(
      'TIME  files  error    The server exited with code 3.\nTIME  new    info     a first line\nTIME  files  info     and another\n',
    );
  });

  it('follows only the servers that were named, as lines of JSON', async () => {
    const here = withLog();
    const following = startProgram(here, ['logs', 'files', '--follow', '--jsonl', '--since', '1s']);
    // It may not be listening yet, so it is told again and again what it must not miss.
    const timer = setInterval(() => {
      note(here, { server: 'other', level: 'info', message: 'not this' });
      note(here, { server: 'files', level: 'info', message: 'this' });
    }, 50);
    await following.says('stdout', '"this"').finally(() => clearInterval(timer));
    following.kill('SIGINT');
    const { stdout } = await following.ended();
    expect(stdout).not.toContain('not this');
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ server: 'files', message: 'this', level: 'info' });
  });
});
