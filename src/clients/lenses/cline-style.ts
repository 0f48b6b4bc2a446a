import type { Lens } from '../types.ts';
import { forStdio, same } from './basic.ts';
import { limitedTimeout } from './conditions.ts';
import { typed } from './transport.ts';

/** Entries of Cline, in the terminal and in the editor. */
export function clineStyle(): Lens[] {
  return [
    // Without a type it takes an address for sse; `http` and `streamable-http` cost it the entry.
    typed(
      { http: 'streamableHttp', sse: 'sse' },
      { bareUrl: 'sse', alsoRead: { http: 'http', 'streamable-http': 'http' } },
    ),
    typed({}, { key: 'transportType', alsoRead: { http: 'http', streamableHttp: 'http' } }),
    ...same('command', 'args', 'cwd', 'url', 'headers', 'disabled'),
    ...forStdio(...same('env')),
    limitedTimeout('timeout', 'seconds', { min: 1 }),
  ];
}
