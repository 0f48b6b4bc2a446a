import type { Lens } from '../types.ts';
import { forStdio, same } from './basic.ts';
import { limitedTimeout } from './conditions.ts';
import { typed } from './transport.ts';

/** Entries of Cline, for CLI and editor. */
export function clineStyle(): Lens[] {
  return [
    // Without a type it reads a URL as sse; it rejects entries with `http` and `streamable-http`.
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
