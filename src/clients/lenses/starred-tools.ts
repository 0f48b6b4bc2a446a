import { because } from '../../model/diagnostics/loss.ts';
import type { Lens } from '../types.ts';
import { toolLists } from './access.ts';

/** Allowed tools, where `*` means all. */
export function wildcardTools(key: string): Lens {
  const lens = toolLists({ allow: key });
  return {
    ...lens,
    read(entry, server) {
      const names = entry.peek(key);
      if (Array.isArray(names) && names.includes('*')) entry.take(key);
      else lens.read(entry, server);
    },
    write(server, entry) {
      // A file can have any value there; validation reports it.
      const allowed: unknown = server.tools?.allow;
      if (Array.isArray(allowed) && allowed.includes('*'))
        entry.reportLoss('tools.allow', 'mapped', because('star-allows-all'));
      lens.write(server, entry);
    },
  };
}
