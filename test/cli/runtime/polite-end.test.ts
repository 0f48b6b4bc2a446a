import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { until } from '../../runtime/support/processes.ts';
import type { Machine } from '../support/machine.ts';
import { serving } from '../support/serving.ts';
import { linesIn, machineWith } from './support/servers.ts';
import { startProgram } from './support/start-program.ts';

const file = fileURLToPath(new URL('servers/leaving.mjs', import.meta.url));

function machineWithLeaving(role: string): { here: Machine; log: () => string[] } {
  const here = machineWith({});
  const logFile = here.path('~/log');
  const leaving = { command: process.execPath, args: [file, logFile, role] };
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { leaving } }));
  return { here, log: () => linesIn(logFile) };
}

const politely = ['end of input', 'cleaned up'];

// Signals and process groups are different on Windows.
describe.skipIf(process.platform === 'win32').each(['server', 'behind a leader'])('a server (%s)', (role) => {
  it.each([['test'], ['test', 'leaving'], ['call', 'leaving', 'hello'], ['tools', 'leaving']])(
    'ends by itself after its input was closed: %s %s %s',
    async (...args) => {
      const { here, log } = machineWithLeaving(role);
      const { code } = await startProgram(here, args).ended();
      expect([code, log()]).toEqual([0, politely]);
    },
  );

  it.each(['end of input', 'SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'ends by itself when the gateway in front of it is ended by %s',
    async (how) => {
      const { here, log } = machineWithLeaving(role);
      const gateway = await serving(here);
      await gateway.request('tools/list');
      await (how === 'end of input' ? gateway.end() : gateway.kill(how));
      // Nobody waits for the server when its gateway is killed.
      await until(() => log().length >= politely.length, 'the end of the server');
      expect(log()).toEqual(politely);
    },
  );
});
