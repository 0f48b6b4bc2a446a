const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const lookEvery = 2000;

/**
 * When this process should end: a signal says so, or, for one that only lives for its parent, the parent is gone without
 * having hung up.
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
  }, lookEvery);
  look.unref();
  return {
    ended,
    stop: () => {
      clearInterval(look);
      for (const signal of signals) process.off(signal, end);
    },
  };
}
