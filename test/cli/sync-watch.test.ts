import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Output } from '../../src/cli/output/output.ts';
import { ExitCode } from '../../src/cli/program/exit-code.ts';
import { watchSync } from '../../src/cli/sync/watch-sync.ts';
import { PlugboardError } from '../../src/model/diagnostics/error.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';

it('syncs again for a change that comes during a sync, and after one that was refused for it', async () => {
  const project = mkdtempSync(join(tmpdir(), 'watched-'));
  const file = join(project, '.mcp.json');
  const change = (text: string): void => writeFileSync(file, text);
  change('0');
  const output = new Output(['--quiet']);
  const steps: (() => boolean)[] = [
    () => (change('during the first'), true),
    () => (change('during the second, of another length'), true),
    () => {
      change('written by another program');
      throw new PlugboardError('conflict', { path: file });
    },
    () => {
      output.exitCode = ExitCode.conflict;
      return false;
    },
  ];
  const host = nodeHost(project);
  const context = { output, globals: {}, host, argv: [], afterDashes: [], mayAsk: false, interactive: false };
  await watchSync(context, async () => steps.shift()?.() ?? false);
  expect(steps).toEqual([]);
  expect(output.exitCode).toBe(ExitCode.conflict);
});
