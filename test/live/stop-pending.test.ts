import { expect, it } from 'vitest';
import { Place, statesOf } from './support/place.ts';

const stopped = { isError: true, text: 'MCP error: Plugboard closed the connection before the server answered.' };

it('stops a server while calls are pending: each fails at once and says why, and the server is not started again', async () => {
  const place = new Place();
  place.own({ a: place.odd('a'), b: place.odd('b') });
  const runtime = await place.open({ verify: 'all' });
  await runtime.tools.refresh();
  const calls = [1, 2, 3].map(() => Promise.resolve(runtime.tools.find('mcp_a_wait')?.execute({})));
  await expect.poll(() => place.count('a', 'call wait')).toBe(3);
  await runtime.stop(['a']);
  expect(await Promise.all(calls)).toMatchObject([stopped, stopped, stopped]);
  expect(statesOf(runtime)).toEqual({ a: 'idle', b: 'ready' });
  expect(place.count('a')).toBe(1);
});

it('stops a server that a call is just starting: the call fails, and the server stays stopped', async () => {
  const place = new Place();
  place.own({ a: place.odd('a') });
  const runtime = await place.open({ verify: 'all' });
  await runtime.tools.refresh();
  await runtime.stop(['a']);
  const call = runtime.tools.find('mcp_a_wait')?.execute({});
  await runtime.stop(['a']);
  expect(await call).toMatchObject(stopped);
  expect(statesOf(runtime)).toEqual({ a: 'idle' });
});
