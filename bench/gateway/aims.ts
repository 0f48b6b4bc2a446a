import type { Contender } from './contender.ts';
import type { CallFigures } from './measure-calls.ts';
import type { BadCompany, Starts } from './measure-start.ts';
import { type Measured, middle, ratio } from './rounds.ts';
import { badRatio, callColumns, type Column, startColumns } from './tables.ts';

export interface Results {
  /** By the id of the case. */
  readonly calls: Readonly<Record<string, readonly Measured<CallFigures>[]>>;
  readonly counts: readonly number[];
  /** In the order of the counts. */
  readonly starts: readonly (readonly Measured<Starts>[])[];
  readonly company: readonly Measured<BadCompany>[];
}

const RELAY_STDIO = 'plain relay, stdio';
const RELAY_HTTP = 'plain relay, http';
const OURS_STDIO = 'plugboard, stdio';
const OURS_HTTP = 'plugboard, http';

/** Targets of Plugboard, and whether they are met. */
export function aimsOf(results: Results, contenders: readonly Contender[]): string[] {
  const { calls } = results;
  const of = (which: string, id: string): Measured<CallFigures> | undefined =>
    calls[which]?.find((one) => one.id === id);
  const p50 = ({ alone }: CallFigures): number => alone.p50;
  const cpu = ({ together }: CallFigures): number => together.cpu;
  return [
    aim('a call over stdio', ratio(of('stdio', OURS_STDIO), of('stdio', RELAY_STDIO), p50), 1.3, RELAY_STDIO),
    aim('CPU for a call, 32 at once', ratio(of('stdio', OURS_STDIO), of('stdio', RELAY_STDIO), cpu), 1.5, RELAY_STDIO),
    aim('the same over HTTP', ratio(of('stdio', OURS_HTTP), of('stdio', RELAY_HTTP), cpu), 1.5, RELAY_HTTP),
    aim(
      'a call to server-everything',
      ratio(of('everything', OURS_STDIO), of('everything', RELAY_STDIO), p50),
      1.15,
      RELAY_STDIO,
    ),
    ...startAim(results),
    ...companyAims(results),
    ...rivalAims(results, contenders),
  ];
}

function aim(what: string, value: number | undefined, most: number, measure: string): string {
  if (value === undefined) return `${what}: not measured`;
  const verdict = value <= most ? 'met' : 'not met';
  return `${what} takes ${value.toFixed(2)} × ${measure}; aim at most ${most} ×: ${verdict}`;
}

function startAim({ counts, starts }: Results): string[] {
  const [few, most] = [starts[0], starts.at(-1)];
  if (!few || !most || counts.length < 2) return [];
  const ours = (all: readonly Measured<Starts>[]): Measured<Starts> | undefined =>
    all.find(({ id }) => id === OURS_STDIO);
  const value = ratio(ours(most), ours(few), ({ second }) => second.list);
  return [aim(`the list of ${counts.at(-1)} servers, started again,`, value, 1.5, `that of ${counts[0]}`)];
}

/** A mute server may take a moment; a dead one is known to be dead. */
function companyAims({ company }: Results): string[] {
  const ours = company.find(({ id }) => id === OURS_STDIO);
  return ours
    ? [aim('the list of nine servers beside a dead one', badRatio(ours, 'dead'), 1.2, 'that of ten good ones')]
    : [];
}

/** Against each other gateway, over the most similar transport, in every column. */
function rivalAims({ calls, counts, starts }: Results, contenders: readonly Contender[]): string[] {
  const words = 'ahead of every other gateway in every column';
  const rivals = contenders.filter(({ kind }) => kind === 'rival');
  const found = [
    ...Object.entries(calls).flatMap(([which, all]) =>
      rivals.flatMap((rival) => compare(which, all, rival, callColumns)),
    ),
    ...starts.flatMap((all, index) =>
      rivals.flatMap((rival) => compare(`${counts[index]} servers`, all, rival, startColumns)),
    ),
  ];
  if (found.length === 0) return [`${words}: not measured`];
  const behind = found.flatMap((one) => one.behind);
  return [behind.length === 0 ? `${words}: met` : `${words}: not met (${behind.join('; ')})`];
}

/** Undefined when one of the two was not measured, else where the other one is ahead. */
function compare<T>(
  what: string,
  all: readonly Measured<T>[],
  { id, front }: Contender,
  columns: readonly Column<T>[],
): { readonly behind: readonly string[] }[] {
  const rival = all.find((one) => one.id === id);
  const ours = all.find((one) => one.id === (front === 'stdio' ? OURS_STDIO : OURS_HTTP));
  if (!rival || !ours) return [];
  const behind = columns.filter(({ of }) => {
    const [theirs, own] = [middle(rival, of), middle(ours, of)];
    return theirs !== undefined && own !== undefined && own > theirs;
  });
  return [{ behind: behind.map(({ name }) => `${what} ${name}: ${id}`) }];
}
