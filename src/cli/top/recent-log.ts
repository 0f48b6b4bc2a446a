import { maskLine } from '../../model/secrets/secret.ts';
import type { ServerLogEntry } from '../../store/logs/server-logs.ts';
import type { TopLine } from '../tui/top/top-server.ts';

/** Per server; `plugboard logs` has the rest. */
const MAX_LINES = 200;

/** The most recent log lines of each server while the screen is open. */
export class RecentLog {
  readonly #lines = new Map<string, readonly TopLine[]>();

  add({ time, level, server, message }: ServerLogEntry): void {
    const line = { time, level, text: maskLine(message) };
    this.#lines.set(server, [...(this.#lines.get(server) ?? []), line].slice(-MAX_LINES));
  }

  of(server: string): readonly TopLine[] {
    return this.#lines.get(server) ?? [];
  }
}
