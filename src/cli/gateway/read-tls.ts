import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TlsFiles } from '../../gateway/http/listen/open-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { HttpSettings } from './config/http-settings.ts';

/** The certificate and its key. Throws `usage` if they cannot be read. */
export function readTls({ cert, key }: NonNullable<HttpSettings['tlsFiles']>, host: Host): TlsFiles {
  try {
    return { cert: readFileSync(resolve(host.cwd, cert)), key: readFileSync(resolve(host.cwd, key)) };
  } catch (error) {
    throw new PlugboardError('usage', { message: `The certificate cannot be read: ${String(error)}` }, error);
  }
}
