import type { Host } from '../../model/host.ts';
import { journalNames } from './journal.ts';

/** Milliseconds in base 36: eight characters that sort as text until 2059. */
export function idAt(time: number): string {
  return time.toString(36).padStart(8, '0');
}

export function timeOfId(id: string): number {
  return Number.parseInt(id, 36);
}

/** Requires the lock, which makes it unique. Sorts after all others even if the clock was set back. */
export async function nextId(host: Host): Promise<string> {
  const { done, pending, others } = await journalNames(host);
  const taken = [...done, ...pending, ...others.flatMap(({ id }) => id ?? [])].map(timeOfId);
  return idAt(Math.max(host.now().getTime(), ...taken.map((time) => time + 1)));
}
