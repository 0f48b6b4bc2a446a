import { setFlagsFromString } from 'node:v8';
import type { Gateway } from '../../gateway/session/session.ts';

/** One ninth of the default. */
const INTERRUPT_BUDGET = 15_000;
/** Bytes of a request or response from which a larger young generation pays off. */
const LARGE = 32 * 1024;

/**
 * Makes V8 optimize earlier, which pays off because a gateway runs the same code repeatedly. Only after the first call:
 * V8 rejects cached code compiled with other flags, and most modules are loaded by then.
 */
export function optimizeEarlier(gateway: Gateway): void {
  // Later versions have no such flag, and optimize early with Maglev.
  if (!process.versions.v8.startsWith('11.')) return;
  const stop = gateway.onEvent(({ kind }) => {
    if (kind !== 'call') return;
    stop();
    // The compile cache must not be written from here on: another run could not use it.
    process.env['PLUGBOARD_COMPILED'] = 'leave';
    setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  });
}

/**
 * Keeps the young generation small until the first large message. The garbage of small calls then stays in the CPU's
 * cache: a fifth less CPU and 25 MB less memory than with the 48 MB that V8 grows to.
 */
export function limitYoungGeneration(gateway: Gateway): void {
  let isLimited = false;
  const growBy = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  const stop = gateway.onEvent((event) => {
    if (event.kind !== 'call') return;
    if (event.bytesIn + event.bytesOut >= LARGE) {
      stop();
      growBy(2);
    } else if (!isLimited) {
      isLimited = true;
      growBy(1);
    }
  });
}
