import { because } from '../../model/loss.ts';
import type { Lens } from '../types.ts';
import { toolLists } from './access.ts';

/** Tools to allow, where a star stands for all of them. */
export function starredTools(key: string): Lens {
  const lens = toolLists({ allow: key });
  return {
    ...lens,
    read(entry, server) {
      const names = entry.peek(key);
      if (Array.isArray(names) && names.includes('*')) entry.take(key);
      else lens.read(entry, server);
    },
    write(server, entry) {
      if (server.tools?.allow?.includes('*')) entry.lose('tools.allow', 'mapped', because('star-allows-all'));
      lens.write(server, entry);
    },
  };
}
