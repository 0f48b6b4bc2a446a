import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../../gateway/http/listen/open-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import type { HttpSettings } from './config/http-settings.ts';

/** The certificate and its key. Throws `usage` if they cannot be read, or do not belong together. */
export function readTls({ cert, key }: NonNullable<HttpSettings['tlsFiles']>, host: Host): TlsFiles {
  try {
    const files = { cert: readFileSync(resolve(host.cwd, cert)), key: readFileSync(resolve(host.cwd, key)) };
    createSecureContext(files);
    return files;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The certificate ${visible(cert)} with the key ${visible(key)} cannot be used: ${reason}.`;
    throw new PlugboardError('usage', { message }, error);
  }
}
