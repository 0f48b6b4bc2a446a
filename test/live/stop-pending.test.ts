import { expect, it } from 'vitest';
import { Place, statesOf } from './support/place.ts';

it('stops a server while a call is pending: the call ends, and the server is not started again', async () => {
  const place = new Place();
  place.own({ a: place.odd('a') });
  const runtime = await place.open({ verify: 'all' });
  await runtime.tools.refresh();
  const call = runtime.tools.find('mcp_a_wait')?.execute({});
  await expect.poll(() => place.count('a', 'call wait')).toBe(1);
  await runtime.stop(['a']);
  expect(await call).toMatchObject({ isError: true });
  expect(statesOf(runtime)).toEqual({ a: 'idle' });
  expect(place.count('a')).toBe(1);
});
