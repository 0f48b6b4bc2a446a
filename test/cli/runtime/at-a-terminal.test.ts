import { afterEach, describe, expect, it } from 'vitest';
import { newMarker, processesWith, until } from '../../runtime/support/processes.ts';
import type { Machine } from '../support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';
import { linesIn, machineWith, misbehaving, toolbox } from './support/servers.ts';

describe.skipIf(!hasTmux)('a user at a real terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());
  const start = (here: Machine, ...args: readonly string[]): Terminal => (terminal = startInTerminal(here, args));

  it('sees pending work below completed work, and can abort with Ctrl+C', async () => {
    const marker = newMarker();
    const user = { box: toolbox(), one: misbehaving('silent', {}, marker), two: misbehaving('silent', {}, marker) };
    const { press, shows } = start(machineWith({ user }), 'test');
    await shows('✓ box');
    // What follows two blanks are the seconds it has taken, which are not there from the beginning.
    const screen = await shows('two  connecting  ');
    expect(screen).toMatch(
      /^Connecting to 3 servers\.\n✓ box .*\n.* one {2}connecting.*\n.* two {2}connecting {2}\d+ s$/,
    );
    press('C-c');
    expect(await shows('exit code 130')).toMatch(
      /^Connecting to 3 servers\.\n✓ box .*\n✗ Interrupted\.\nexit code 130$/,
    );
    await until(() => processesWith(marker).length === 0, 'the end of all servers');
  });

  describe('about a server that came with a project', () => {
    const withProject = (): { here: Machine; started: () => string[] } => {
      const here = machineWith({});
      const log = here.path('log');
      here.write('.mcp.json', JSON.stringify({ mcpServers: { theirs: toolbox({ env: { LOG_FILE: log } }) } }));
      return { here, started: () => linesIn(log) };
    };

    it('is asked, and Enter alone means no', async () => {
      const { here, started } = withProject();
      const { press, shows } = start(here, 'test', 'theirs');
      expect(await shows('Approve theirs?')).toContain('toolbox.mjs');
      press('Enter');
      expect(await shows('exit code 1')).toContain('! Server "theirs" needs approval.');
      expect(started()).toEqual([]);
    });

    it('can approve it for good', async () => {
      const { here, started } = withProject();
      const { press, shows } = start(here, 'test', 'theirs');
      await shows('Approve theirs?');
      press('y');
      expect(await shows('exit code 0')).toContain('✓ theirs  9 tools');
      expect(started()).toEqual(['start', 'list']);
      expect(here.run(['test', 'theirs']).code).toBe(0);
    });

    it('can answer the next question as well', async () => {
      const { here } = withProject();
      const { press, shows } = start(here, 'call', 'theirs', 'remove');
      await shows('Approve theirs?');
      press('y');
      await shows('Call it?');
      press('y');
      expect(await shows('exit code 0')).toContain('removed');
    });

    it('can get out', async () => {
      const { here, started } = withProject();
      const { press, shows } = start(here, 'tools', 'theirs');
      await shows('Approve theirs?');
      press('C-c');
      expect(await shows('exit code 130')).toContain('✗ Interrupted.');
      expect(started()).toEqual([]);
    });

    it('is not asked without having named it', async () => {
      const { here, started } = withProject();
      const { shows } = start(here, 'test');
      expect(await shows('exit code 1')).not.toContain('Approve theirs?');
      expect(started()).toEqual([]);
    });
  });

  describe('before a call', () => {
    const box = (): { here: Machine; calls: () => string[] } => {
      const here = machineWith({});
      const log = here.path('log');
      const definition = toolbox({ env: { LOG_FILE: log } });
      here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: definition } }));
      return { here, calls: () => linesIn(log).filter((line) => line.startsWith('call')) };
    };

    it.each(['remove', 'picture'])('is asked when the tool may destroy something: %s', async (tool) => {
      const { here, calls } = box();
      const { press, shows } = start(here, 'call', 'box', tool, 'what=x');
      expect(await shows('Call it?')).toContain('{"what":"x"}');
      expect(calls()).toEqual([]);
      press('n');
      expect(await shows('exit code 1')).toContain('Not called.');
      expect(calls()).toEqual([]);
    });

    it.each([
      ['add', 'a=1', 'b=2'],
      ['echo', 'text=x'],
      ['remove', '--yes'],
    ])('is not asked: %s %s', async (...args) => {
      const { here, calls } = box();
      const { shows } = start(here, 'call', 'box', ...args);
      expect(await shows('exit code 0')).not.toContain('Call it?');
      expect(calls()).toHaveLength(1);
    });

    it('sees how far it is', async () => {
      const { here } = box();
      const { press, shows } = start(here, 'call', 'box', 'wait');
      await shows('box  2 of 2: step');
      press('C-c');
      expect(await shows('exit code 130')).toBe('✗ Interrupted.\nexit code 130');
    });
  });
});
