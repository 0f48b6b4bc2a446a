import type { Table } from '../config/table.ts';
import type { CallFigures } from './measure-calls.ts';
import type { BadCompany, StartFigures, Starts } from './measure-start.ts';
import { type Measured, middle, ratio } from './rounds.ts';

const number = (value: number | undefined, digits: number): string =>
  value === Number.POSITIVE_INFINITY ? 'never' : (value?.toFixed(digits) ?? '–');

/** One in which a lower number is better, for the table and for the comparison with others. */
export interface Column<T> {
  readonly name: string;
  of(round: T): number;
}

export const callColumns: readonly (Column<CallFigures> & { readonly digits: number })[] = [
  { name: 'first list', digits: 0, of: ({ firstList }) => firstList },
  { name: 'first call', digits: 0, of: ({ firstCall }) => firstCall },
  { name: 'p50', digits: 3, of: ({ alone }) => alone.p50 },
  { name: 'p99', digits: 2, of: ({ alone }) => alone.p99 },
  { name: 'CPU', digits: 0, of: ({ alone }) => alone.cpu },
  { name: 'p50 of 32', digits: 2, of: ({ together }) => together.p50 },
  { name: 'p99 of 32', digits: 1, of: ({ together }) => together.p99 },
  { name: 'CPU of 32', digits: 0, of: ({ together }) => together.cpu },
  { name: 'MB', digits: 0, of: ({ memory: [, loaded] }) => loaded },
];

export function callTable(title: string, all: readonly Measured<CallFigures>[]): Table {
  const [first] = all;
  return {
    title,
    head: ['gateway', ...callColumns.map(({ name }) => name), 'per second', 'p50 to direct'],
    rows: all.map((one) => {
      if (one.failure !== undefined && !one.rounds.some(Boolean)) return [one.id, `failed: ${one.failure}`];
      const times = ratio(one, first, ({ alone }) => alone.p50);
      return [
        one.id,
        ...callColumns.map(({ digits, of }) => number(middle(one, of), digits)),
        number(middle(one, ({ together }) => together.perSecond), 0), // prettier-ignore
        times === undefined ? '–' : `${times.toFixed(1)} ×`,
      ];
    }),
  };
}

const figuresOfStart: readonly Column<StartFigures>[] = [
  { name: 'list', of: ({ list }) => list },
  { name: 'call', of: ({ call }) => call },
  { name: 'CPU', of: ({ cpu }) => cpu },
  { name: 'MB', of: ({ memory }) => memory },
];

export const startColumns: readonly Column<Starts>[] = (['first', 'second'] as const).flatMap((which) =>
  figuresOfStart.map(({ name, of }) => ({
    name: `${name} of the ${which} start`,
    of: (round: Starts) => of(round[which]),
  })),
);

/** For each number of servers, how long until the list and the first call; of a first start and of a second one. */
export function startTable(counts: readonly number[], byCount: readonly (readonly Measured<Starts>[])[]): Table {
  const [some = []] = byCount;
  const row = (index: number, which: 'first' | 'second'): string[] => [
    `${some[index]?.id}, ${which === 'first' ? 'first start' : 'started again'}`,
    ...byCount.flatMap((all) => {
      const one = all[index];
      return figuresOfStart.map(({ of }) => number(one && middle(one, (round) => of(round[which])), 0)); // prettier-ignore
    }),
  ];
  return {
    title: 'Starting',
    head: ['gateway', ...counts.flatMap((count) => [`${count}: list`, 'call', 'CPU', 'MB'])],
    rows: some.flatMap((_, index) => [row(index, 'first'), row(index, 'second')]),
  };
}

/** What one bad server does to the nine others. */
export function companyTable(all: readonly Measured<BadCompany>[]): Table {
  return {
    title: 'Nine servers and a tenth',
    head: ['gateway', 'like the others', 'dead', 'to that', 'mute', 'to that'],
    rows: all.map((one) => {
      const times = (value: number | undefined): string => (Number.isFinite(value) ? `${value?.toFixed(2)} ×` : '–');
      const [dead, mute] = [badRatio(one, 'dead'), badRatio(one, 'mute')];
      const figure = (kind: keyof BadCompany): string => number(middle(one, (round) => round[kind]), 0); // prettier-ignore
      return [one.id, figure('none'), figure('dead'), times(dead), figure('mute'), times(mute)];
    }),
  };
}

export function badRatio(one: Measured<BadCompany> | undefined, kind: 'dead' | 'mute'): number | undefined {
  return ratio(one, one, (round) => round[kind], ({ none }) => none); // prettier-ignore
}
