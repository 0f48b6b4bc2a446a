import type { Host } from '../../model/host.ts';
import { places } from '../../store/state/places.ts';

/** A host without the cached protocol versions of servers. New ones are still written to the cache. */
export function withoutEras(host: Host): Host {
  const kept = `${places(host).cache}/eras/`;
  return {
    ...host,
    fs: {
      ...host.fs,
      readFile: async (path) => {
        if (path.startsWith(kept)) throw Object.assign(new Error('forgotten'), { code: 'ENOENT' });
        return host.fs.readFile(path);
      },
    },
  };
}
