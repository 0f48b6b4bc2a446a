import type { Host } from '../../model/host.ts';
import { places } from '../../store/places.ts';

/** A host on which nothing is known about the protocol of any server. What is found out is noted as ever. */
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
