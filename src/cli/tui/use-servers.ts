import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TopServer, TopSource } from './top-server.ts';

/** More often than this nobody can read it. */
const LOOK_EVERY_MS = 100;

/** The servers as they are, and the time, so that what is said of it does not stand still. */
export function useServers(source: TopSource): { readonly servers: readonly TopServer[]; readonly now: Date } {
  const [subscribe] = useState(() => slowly(source));
  const servers = useSyncExternalStore(subscribe, () => source.servers());
  const [now, setNow] = useState(() => source.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(source.now()), 1000);
    return () => clearInterval(timer);
  }, [source]);
  return { servers, now };
}

/** Tells of many changes in a row once. */
function slowly(source: TopSource): (listener: () => void) => () => void {
  return (listener) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = source.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener();
      }, LOOK_EVERY_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  };
}
