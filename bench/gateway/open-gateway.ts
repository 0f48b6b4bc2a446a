import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './client/driver.ts';
import { httpDriver } from './client/http.ts';
import { sseDriver } from './client/sse.ts';
import { stdioDriver } from './client/stdio.ts';
import type { Contender, Setting } from './contender.ts';
import { endAll } from './processes.ts';

/** A running gateway with a connected client. */
export interface Opened {
  readonly driver: Driver;
  /** The processes to measure and to stop: the gateway and its descendants. */
  readonly roots: readonly number[];
  /** When it was started, by the clock of `performance`. */
  readonly startedAt: number;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;

export async function openGateway(contender: Contender, setting: Setting): Promise<Opened> {
  const startedAt = performance.now();
  const { stdio, url, headers, pids } = await contender.start(setting);
  if (stdio) {
    const driver = stdioDriver(stdio);
    const roots = [driver.pid, ...pids];
    const close = async (): Promise<void> => {
      await driver.close();
      await endAll(roots);
    };
    return connected({ driver, roots, startedAt, close });
  }
  if (!url) throw new Error('nothing to speak with');
  const target = { url, ...(headers && { headers }) };
  await listening(Number(new URL(url).port), startedAt);
  for (;;) {
    const driver = contender.front === 'sse' ? sseDriver(target) : httpDriver(target);
    const close = async (): Promise<void> => {
      await driver.close();
      await endAll(pids);
    };
    try {
      await driver.connect();
      return { driver, roots: pids, startedAt, close };
    } catch (error) {
      // Some listen before they can respond.
      await driver.close();
      if (performance.now() - startedAt > PATIENCE_MS) {
        await close();
        throw error;
      }
      await pause(10);
    }
  }
}

async function connected(opened: Opened): Promise<Opened> {
  try {
    await opened.driver.connect();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Waits until the port is open. */
export async function listening(port: number, since = performance.now()): Promise<void> {
  while (!(await accepts(port))) {
    if (performance.now() - since > PATIENCE_MS) throw new Error(`nothing listens on port ${port}`);
    await pause(5);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), done(true)));
    socket.once('error', () => done(false));
  });
}
