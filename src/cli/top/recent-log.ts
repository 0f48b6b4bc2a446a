import { maskLine } from '../../model/secret.ts';
import type { ServerLogEntry } from '../../store/server-logs.ts';
import type { TopLine } from '../tui/top-server.ts';

/** For each server; the logs of `plugboard logs` have the rest. */
const MOST = 200;

/** The last that happened with each server, for as long as somebody watches. */
export class RecentLog {
  readonly #lines = new Map<string, readonly TopLine[]>();

  add({ time, level, server, message }: ServerLogEntry): void {
    const line = { time, level, text: maskLine(message) };
    this.#lines.set(server, [...(this.#lines.get(server) ?? []), line].slice(-MOST));
  }

  of(server: string): readonly TopLine[] {
    return this.#lines.get(server) ?? [];
  }
}
