import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { machineWith, misbehaving } from '../runtime/support/servers.ts';
import type { Machine } from '../support/machine.ts';
import { npmServer } from '../support/npm-server.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';

const marker = `top-in-terminal-${process.pid}`;

function processes(text: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(text) && !line.includes('tmux'));
}

describe.skipIf(!hasTmux)('plugboard top (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());
  const start = (here: Machine, ...args: string[]): Terminal => (terminal = startInTerminal(here, args));
  const gone = async (): Promise<void> =>
    vi.waitFor(() => expect(processes(marker)).toEqual([]), { timeout: 30_000, interval: 100 });

  const user = {
    memory: npmServer('memory', marker),
    broken: misbehaving('dies at start', { retries: 0, env: { TOKEN: 'canary-1' } }),
    stubborn: misbehaving('stubborn', {}, marker),
  };

  it('shows real servers and their problems, and stops them', async () => {
    const here = machineWith({ user, project: { theirs: { command: 'x' } } });
    const { press, shows } = start(here, 'top');
    await shows('4 servers, 2 ready, 1 failed, 1 waiting');
    // Each server is asked for itself; another one may have answered first.
    const screen = await shows(/^ {2}✓ memory {4}ready, \d+ s +9 +\d+ ms$/m);
    expect(screen).toMatch(/^> ✗ broken {4}failed/m);
    expect(screen).toMatch(/^ {2}! theirs {4}needs approval$/m);
    press('Enter');
    const details = await shows('a second line');
    expect(details).toContain('The server exited with code 3.');
    expect(details).not.toContain('canary');
    press('Down', 'l');
    await shows('── log of memory ─');
    press('r');
    await shows('closed');
    expect(processes(marker).length).toBeGreaterThan(0);
    press('q');
    expect(await shows('exit code')).toBe('exit code 0');
    await gone();
  });

  it('is what status --watch shows, and Ctrl+C ends it as well', async () => {
    const here = machineWith({ user: { memory: user.memory } });
    const { press, shows } = start(here, 'status', '--watch');
    await shows('1 server, 1 ready');
    press('C-c');
    expect(await shows('exit code')).toBe('exit code 130');
    await gone();
  });

  it('follows the files', async () => {
    const here = machineWith({ user: { memory: user.memory } });
    const { press, shows } = start(here, 'top');
    await shows('1 server, 1 ready');
    here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { ...user, memory: user.memory } }));
    await shows('3 servers');
    press('q');
    await shows('exit code 0');
    await gone();
  });

  it('leaves neither a screen nor a process behind when it is killed', async () => {
    const here = machineWith({ user: { stubborn: user.stubborn } });
    const { shows } = start(here, 'top', '--cwd', here.project);
    await shows('1 server, 1 ready');
    // Its own, and no other of the same program.
    const [pid] = processes(here.project).flatMap((line) => {
      const [, id, command] = /^ *(\d+) (\S+)/.exec(line) ?? [];
      return command === process.execPath ? [Number(id)] : [];
    });
    expect(pid).toBeGreaterThan(0);
    process.kill(Number(pid), 'SIGTERM');
    expect(await shows('exit code')).toMatch(/exit code 143$/);
    await gone();
  });
});
