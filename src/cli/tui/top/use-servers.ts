import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TopServer, TopSource } from './top-server.ts';

/** Faster updates are unreadable. */
const REFRESH_INTERVAL_MS = 100;

/** The current servers, and the time, so that durations on the screen advance. */
export function useServers(source: TopSource): { readonly servers: readonly TopServer[]; readonly now: Date } {
  const [subscribe] = useState(() => throttled(source));
  const servers = useSyncExternalStore(subscribe, () => source.servers());
  const [now, setNow] = useState(() => source.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(source.now()), 1000);
    return () => clearInterval(timer);
  }, [source]);
  return { servers, now };
}

/** Throttles notifications. */
function throttled(source: TopSource): (listener: () => void) => () => void {
  return (listener) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = source.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener();
      }, REFRESH_INTERVAL_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
}
