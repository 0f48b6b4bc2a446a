import { expect, it } from 'vitest';
import { loadTools } from '../../../src/runtime/tools/load-tools.ts';
import { closing, connections, OddServer } from './support/live-servers.ts';

it('returns the tools of servers that respond and the errors of the others', async () => {
  const odd = await OddServer.make('odd');
  const missing = { name: 'missing', server: { command: 'there-is-no-such-program' } };
  const { tools, errors, live } = await loadTools({ servers: connections(missing, odd.toRun) });
  closing(live);
  expect(tools).toHaveLength(9);
  expect(errors).toMatchObject([{ server: 'missing', failure: { kind: 'not-found' } }]);
  expect(live.find('mcp_odd_echo')).toBe(tools[0]);
});
