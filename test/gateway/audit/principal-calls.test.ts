import { expect, it } from 'vitest';
import { metricSamples } from '../../../src/api/gateways/metric-samples.ts';
import { PrincipalCalls } from '../../../src/gateway/audit/principal-calls.ts';
import { RecentDurations } from '../../../src/gateway/audit/recent-durations.ts';

const NAME = 'plugboard_principal_call_duration_seconds';

function valuesOf(calls: PrincipalCalls, principal: string): Record<string, number> {
  const samples = metricSamples(calls.text()).filter(({ labels }) => labels.get('principal') === principal);
  return Object.fromEntries(
    samples.map(({ name, labels, value }) => [name.replace(NAME, '') + (labels.get('quantile') ?? ''), value]),
  );
}

it('gives p50, p99, sum and count of each principal', () => {
  const calls = new PrincipalCalls();
  for (let ms = 1; ms <= 100; ms += 1) calls.add('token:ann', 'ok', ms);
  calls.add('oauth:o"d\\\n\u2028d', 'error', 3000);
  expect(valuesOf(calls, 'token:ann')).toMatchObject({ '0.5': 0.051, '0.99': 0.1, _sum: 5.05, _count: 100 });
  expect(valuesOf(calls, 'oauth:o"d\\\n\u2028d')).toMatchObject({ '0.5': 3, '0.99': 3, _count: 1 });
});

it('counts principals beyond the first 500 together, however many there are', () => {
  const calls = new PrincipalCalls();
  for (let user = 0; user < 3000; user += 1) calls.add(`oauth:${user}`, 'ok', user);
  expect(metricSamples(calls.text()).filter(({ name }) => name === `${NAME}_count`)).toHaveLength(501);
  expect(valuesOf(calls, 'others')).toMatchObject({ _count: 2500 });
  expect(valuesOf(calls, 'oauth:499')).toMatchObject({ _count: 1, '0.5': 0.499 });
});

it('keeps only recent durations', () => {
  const recent = new RecentDurations();
  expect(recent.quantiles([0.5])).toBeUndefined();
  for (let ms = 0; ms < 1000; ms += 1) recent.add(ms);
  // The last 256: 744 to 999.
  expect(recent.quantiles([0, 0.5, 0.99, 1])).toEqual([744, 872, 997, 999]);
});
