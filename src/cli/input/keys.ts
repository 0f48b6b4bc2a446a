/** Exclusive access to standard input for a reader of keys or lines. */
export interface Keys {
  readonly stdin: NodeJS.ReadStream;
  /** Aborted when the input has ended, is unreadable, or its terminal is closed. */
  readonly gone: AbortSignal;
  /** Hands the input to the next reader and lets the program exit. */
  release(): void;
}

/**
 * The only access to standard input for key readers. It may be a terminal, pipe, file, device, directory or unreadable
 * descriptor; only some of these have `unref`, and some only fail.
 */
export function takeKeys(): Keys {
  const { stdin } = process;
  const over = new AbortController();
  const end = (): void => over.abort();
  // An error may occur after the last reader has left, so this listener stays.
  if (stdin.listenerCount('error', ignore) === 0) stdin.on('error', ignore);
  stdin.once('end', end).once('close', end);
  if (stdin.destroyed || stdin.readableEnded) end();
  hold(stdin, 'ref');
  return {
    stdin,
    gone: over.signal,
    release() {
      stdin.off('end', end).off('close', end).pause();
      hold(stdin, 'unref');
    },
  };
}

function ignore(): void {}

/** Files and devices have no `ref`, and do not keep the program running. */
function hold(stdin: Partial<NodeJS.ReadStream>, how: 'ref' | 'unref'): void {
  stdin[how]?.();
}
