import { afterEach, describe, expect, it } from 'vitest';
import { machineWith } from '../runtime/support/servers.ts';
import type { Machine } from '../support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';

describe.skipIf(!hasTmux)('plugboard approve at a terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());
  const start = (here: Machine, ...args: string[]): Terminal =>
    (terminal = startInTerminal(here, ['approve', ...args]));
  const decisions = (here: Machine): string => here.run(['approvals']).stdout;

  it('asks about one after the other, and Enter alone is a no', async () => {
    const here = machineWith({ project: { files: { command: 'run-files' }, web: { url: 'https://w.example' } } });
    const { press, shows } = start(here);
    expect(await shows('Approve files?')).toContain('runs         run-files');
    press('Enter');
    expect(await shows('Approve web?')).toContain('contacts     https://w.example');
    press('y');
    expect(await shows('exit code 0')).toContain('✓ web approved in ');
    expect(decisions(here)).toMatch(/^✓ approved {2}web .*\n$/);
  });

  it('shows the server of a name before it asks, even with --quiet', async () => {
    const here = machineWith({ project: { files: { command: 'run-files' } } });
    const { press, shows } = start(here, 'files', '--quiet');
    expect(await shows('Approve files?')).toContain('runs         run-files');
    press('Enter');
    await shows('exit code 1');
    expect(decisions(here)).toBe('Nothing has been approved or denied yet.\n');
  });

  it('does nothing when the user cancels, whatever was answered before', async () => {
    const here = machineWith({ project: { files: { command: 'run-files' }, web: { url: 'https://w.example' } } });
    const { press, shows } = start(here);
    await shows('Approve files?');
    press('y');
    await shows('Approve web?');
    press('C-c');
    await shows('exit code 130');
    expect(decisions(here)).toBe('Nothing has been approved or denied yet.\n');
  });

  it('does not prompt with --yes, which is not an approval either', async () => {
    const here = machineWith({ project: { files: { command: 'run-files' } } });
    await start(here, 'files', '--yes').shows('exit code 1');
    expect(decisions(here)).toBe('Nothing has been approved or denied yet.\n');
  });
});
