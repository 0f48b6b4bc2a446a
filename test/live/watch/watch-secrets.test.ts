import { expect, it, onTestFinished } from 'vitest';
import { watchRuntime } from '../../../src/live/watch/watch.ts';
import { storeSecret } from '../../../src/secrets/secrets.ts';
import { until } from '../../runtime/support/processes.ts';
import { Place } from '../support/place.ts';

it('a replaced secret restarts the servers that refer to it, and no others', async () => {
  const place = new Place();
  const quiet = { ...place.host, env: { ...place.host.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } };
  await storeSecret(quiet, 'ROTATED_KEY', 'first', { vault: 'env-file' });
  place.own({ a: place.odd('a', { env: { KEY: '${ROTATED_KEY}' } }), b: place.odd('b') });
  const runtime = await place.open({ verify: 'all' });
  onTestFinished(watchRuntime(runtime, place.host, { quietMs: 20, anywayMs: 10 ** 8, lookMs: 20 }));
  await until(() => place.count('a') === 1 && place.count('b') === 1, 'both');
  expect(runtime.mask('it was first')).toBe('it was ••••••••');
  await storeSecret(quiet, 'ROTATED_KEY', 'second', { vault: 'env-file' });
  await until(() => place.count('a') === 2, 'a restart of a');
  expect(runtime.mask('now second')).toBe('now ••••••••');
  expect(place.count('b')).toBe(1);
});
