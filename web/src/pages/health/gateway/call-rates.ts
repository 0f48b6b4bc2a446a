import type { GatewayFigures } from '../../../../../src/api/contract/gateways.ts';

/** Calls per second between two readings; absent until there are two, and for whatever was not in the first. */
export interface CallRates {
  readonly all?: number;
  readonly servers: ReadonlyMap<string, number>;
  readonly principals: ReadonlyMap<string, number>;
}

export function callRates(before: GatewayFigures | undefined, now: GatewayFigures): CallRates {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  if (!before || seconds <= 0) return { servers: new Map(), principals: new Map() };
  const rate = (earlier: number, later: number): number => Math.max(0, later - earlier) / seconds;
  const rates = (pick: 'servers' | 'principals'): Map<string, number> => {
    const known = new Map(before[pick].map(({ name, calls }) => [name, calls.finished]));
    return new Map(now[pick].map(({ name, calls }) => [name, rate(known.get(name) ?? 0, calls.finished)]));
  };
  return {
    all: rate(before.calls.finished, now.calls.finished),
    servers: rates('servers'),
    principals: rates('principals'),
  };
}

/** `0`, `0.4`, `12`; a dash while it is not known. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return '–';
  return rate === 0 || rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
}
