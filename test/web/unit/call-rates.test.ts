import { expect, it } from 'vitest';
import type { GatewayFigures } from '../../../src/api/contract/gateways.ts';
import { durationText } from '../../../src/model/text/duration-text.ts';
import { callRates, rateText } from '../../../web/src/pages/health/gateway/call-rates.ts';

const figures = (at: number, finished: number): GatewayFigures => ({
  at,
  sessions: 0,
  pending: 0,
  streams: 0,
  calls: { finished, failed: 0 },
  servers: [],
  principals: [{ name: 'local', calls: { finished, failed: 0 } }],
});

it('gives calls per second between two readings, and nothing from one', () => {
  expect(callRates(undefined, figures(0, 5)).all).toBeUndefined();
  const rates = callRates(figures(1000, 5), figures(3000, 45));
  expect([rates.all, rates.principals.get('local')]).toEqual([20, 20]);
  // A gateway that was started again has counted less.
  expect(callRates(figures(1000, 45), figures(3000, 5)).all).toBe(0);
});

it('writes figures as people read them', () => {
  expect([undefined, 0, 0.42, 9.96, 12.3].map(rateText)).toEqual(['–', '0', '0.4', '10.0', '12']);
  expect([undefined, 0.25, 42.4, 1234].map(durationText)).toEqual(['–', '0.3 ms', '42 ms', '1.2 s']);
});
