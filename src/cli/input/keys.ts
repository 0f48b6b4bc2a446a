/** Standard input in the hands of one reader of keys or lines. */
export interface Keys {
  readonly stdin: NodeJS.ReadStream;
  /** Aborted when no key will come any more: the input has ended, cannot be read, or its terminal is gone. */
  readonly gone: AbortSignal;
  /** The next reader gets what follows, and the program may end. */
  release(): void;
}

/**
 * The only way to standard input for every reader of keys. It may be a terminal, a pipe, a file, a device, a directory or
 * a descriptor that cannot be read; only some of these can be kept from holding the program, and some only fail.
 */
export function takeKeys(): Keys {
  const { stdin } = process;
  const over = new AbortController();
  const end = (): void => over.abort();
  // An error may also come after the last reader has left, so this listener stays.
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

/** Files and devices have no such functions, and hold nothing. */
function hold(stdin: Partial<NodeJS.ReadStream>, how: 'ref' | 'unref'): void {
  stdin[how]?.();
}
