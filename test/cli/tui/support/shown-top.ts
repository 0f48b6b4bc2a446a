import { cleanup, render } from 'ink-testing-library';
import { createElement } from 'react';
import { afterEach, expect, vi } from 'vitest';
import { TopScreen } from '../../../../src/cli/tui/top/top-screen.tsx';
import type { TopServer, TopSource } from '../../../../src/cli/tui/top/top-server.ts';

interface Circumstances {
  readonly columns?: number;
  readonly rows?: number;
  readonly color?: boolean;
  readonly ascii?: boolean;
}

/** The screen as a test can look at it. */
export interface ShownTop {
  frame(): string;
  /** Waits until this is shown. */
  shows(text: string): Promise<void>;
  /** Sends what these keys send, each by itself. */
  press(...keys: readonly string[]): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
}

export const now = new Date(2026, 10, 16, 12, 0, 0);

export function server(name: string, more: Partial<TopServer> = {}): TopServer {
  return { name, state: 'idle', tools: undefined, facts: [], log: [], ...more };
}

/** Servers that a test can change, and what the screen has asked for. */
export class Servers implements TopSource {
  readonly asked: string[] = [];
  #servers: readonly TopServer[];
  readonly #listeners = new Set<() => void>();

  constructor(...servers: readonly TopServer[]) {
    this.#servers = servers;
  }

  servers(): readonly TopServer[] {
    return this.#servers;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  become(...servers: readonly TopServer[]): void {
    this.#servers = servers;
    for (const listener of this.#listeners) listener();
  }

  now(): Date {
    return now;
  }

  async reconnect(name: string): Promise<void> {
    this.asked.push(`reconnect ${name}`);
  }

  async setEnabled(name: string, enabled: boolean): Promise<string> {
    if (name === 'stuck') throw new Error('Its file cannot be written.');
    this.asked.push(`${enabled ? 'enable' : 'disable'} ${name}`);
    return `${name} is done`;
  }
}

afterEach(cleanup);

export async function show(source: TopSource, circumstances: Circumstances = {}): Promise<ShownTop> {
  const { columns = 60, rows = 20, color = false, ascii = false } = circumstances;
  const { stdin, stdout, lastFrame } = render(createElement(TopScreen, { source, color, ascii }));
  const resize: ShownTop['resize'] = async (width, height) => {
    Object.defineProperty(stdout, 'columns', { value: width, configurable: true });
    Object.defineProperty(stdout, 'rows', { value: height, configurable: true });
    stdout.emit('resize');
    await settled();
  };
  const frame = (): string => lastFrame() ?? '';
  // Listeners are in place once effects have run.
  await settled();
  await resize(columns, rows);
  return {
    frame,
    resize,
    shows: async (text) => vi.waitFor(() => expect(frame()).toContain(text), { timeout: 30_000, interval: 5 }),
    press: async (...pressed) => {
      for (const key of pressed) {
        stdin.write(key);
        await settled();
      }
    },
  };
}

/** Esc alone is known to be alone one turn later, and React draws in a turn of its own. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
