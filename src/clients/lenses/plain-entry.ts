import type { Transport } from '../../model/server.ts';
import type { Lens } from '../types.ts';
import { firstOf, forStdio, same } from './basic.ts';
import { typed, untyped } from './transport.ts';

/** Transport names that users copy from other clients. */
const words: Readonly<Record<string, Transport>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  sse: 'sse',
};

/** The fields that most clients share, without a required transport; a transport name is still read. */
export function plainEntry(urlKey = 'url'): Lens[] {
  return [
    typed({}, { alsoRead: words }),
    untyped(),
    ...same('command', 'args'),
    ...forStdio(...same('env')),
    ...(urlKey === 'url' ? same('url') : firstOf('url', [urlKey, 'url'])),
    ...same('headers'),
  ];
}
