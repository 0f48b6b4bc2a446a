import { expect, it } from 'vitest';
import { Place, statesOf, toolsOf } from './support/place.ts';

it('runtime.stop stops a server and does not restart it before a call needs it', async () => {
  const place = new Place();
  place.own({ a: place.odd('a'), b: place.odd('b') });
  // As programs that use the library have it: all servers are asked at once.
  const runtime = await place.open({ verify: 'all' });
  await runtime.tools.refresh();
  await runtime.stop(['a']);
  expect(statesOf(runtime)).toEqual({ a: 'idle', b: 'ready' });
  expect(toolsOf(runtime, 'a')).toContain('echo');
  await runtime.reload();
  expect(statesOf(runtime)).toEqual({ a: 'idle', b: 'ready' });
  expect([place.count('a'), place.count('b')]).toEqual([1, 1]);

  expect(await runtime.tools.find('mcp_a_echo')?.execute({})).toMatchObject({ isError: false });
  expect(place.count('a')).toBe(2);
});

it('stops a server of which nothing is known, and does not start it to ask', async () => {
  const place = new Place();
  place.own({ a: place.odd('a') });
  const runtime = await place.open({ verify: 'unknown' });
  await runtime.stop(['a']);
  expect(statesOf(runtime)).toEqual({ a: 'idle' });
});

it('restarts servers that are in use, and leaves the others alone', async () => {
  const place = new Place();
  place.own({ a: place.odd('a'), b: place.odd('b') });
  const runtime = await place.open({ verify: 'all' });
  await runtime.tools.refresh();
  await runtime.stop(['b']);
  await runtime.restart();
  expect(statesOf(runtime)).toEqual({ a: 'ready', b: 'idle' });
  expect([place.count('a'), place.count('b')]).toEqual([2, 1]);
});
