import type { Transport } from '../../model/server.ts';
import type { Lens } from '../types.ts';
import { alias, forStdio, renamed, same } from './basic.ts';
import { typed, untyped } from './transport.ts';

/** Words for the transport that people bring along from other clients. */
const words: Readonly<Record<string, Transport>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  sse: 'sse',
};

/** The fields that nearly all clients share, where nothing has to name the transport; a word that does is understood. */
export function plainEntry(urlKey = 'url'): Lens[] {
  return [
    typed({}, { alsoRead: words }),
    untyped(),
    ...same('command', 'args'),
    ...forStdio(...same('env')),
    renamed('url', urlKey),
    ...(urlKey === 'url' ? [] : [alias('url', 'url')]),
    ...same('headers'),
  ];
}
