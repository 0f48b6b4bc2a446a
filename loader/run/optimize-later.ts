import { setFlagsFromString } from 'node:v8';

/** The V8 of Node 20, whose default is known and can be restored. Later ones have a compiler in between. */
const isKnown = process.versions.v8.startsWith('11.3.');
const DEFAULT = 135_168;
const LATER = 600_000;

/**
 * Makes V8 optimize code only when it has run for longer. A command runs for less than a second on objects of many
 * shapes, so that more than half of its CPU time would go into optimized code that is discarded soon.
 */
export function optimizeLater(): void {
  if (isKnown) setFlagsFromString(`--interrupt-budget=${LATER}`);
}

/** V8 rejects compiled forms that were made with other flags. */
export function restoreFlags(): void {
  if (isKnown) setFlagsFromString(`--interrupt-budget=${DEFAULT}`);
}
