const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const pollInterval = 2000;

/**
 * Resolves when this process should exit: on a signal, or, for a process that lives only for its parent, when the
 * parent is gone without closing the connection.
 */
export function untilEnded(withParent: boolean): { readonly ended: Promise<void>; readonly stop: () => void } {
  const parent = process.ppid;
  let end = (): void => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  for (const signal of signals) process.on(signal, end);
  const look = setInterval(() => {
    if (withParent && process.ppid !== parent) end();
  }, pollInterval);
  look.unref();
  return {
    ended,
    stop: () => {
      clearInterval(look);
      for (const signal of signals) process.off(signal, end);
    },
  };
}
