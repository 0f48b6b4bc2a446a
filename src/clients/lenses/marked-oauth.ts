import { isMap, type Value } from '../../model/value.ts';
import type { Lens } from '../types.ts';
import { oauth } from './access.ts';

interface Mark {
  readonly path: readonly [string, ...string[]];
  readonly value: Value;
}

/** OAuth settings with an explicit marker: `oauth: true`, `auth: { type: 'oauth' }`, or similar. */
export function markedOauth(mark: Mark, ...details: Parameters<typeof oauth>): Lens {
  const lens = oauth(...details);
  return {
    fields: ['auth'],
    keys: [...new Set([mark.path[0], ...lens.keys])],
    read(entry, server) {
      // Other values, such as `false`, have no canonical equivalent.
      const marked = entry.peek(...mark.path) === mark.value;
      if (marked) entry.take(...mark.path);
      lens.read(entry, server);
      if (marked) server.auth ??= { type: 'oauth' };
    },
    write(server, entry) {
      if (!isMap(server.auth)) return;
      entry.put(mark.path, mark.value);
      if (Object.keys(server.auth).some((field) => field !== 'type')) lens.write(server, entry);
    },
  };
}
