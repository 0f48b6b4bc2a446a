import type { Lens } from '../types.ts';
import { alias, forStdio, renamed, same } from './basic.ts';
import { typed } from './transport.ts';

/**
 * Entries of GitHub Copilot in editors without their own format. Its language server reads `headers` too, but only in
 * newer releases.
 */
export function copilotIdeStyle(): Lens[] {
  return [
    typed({ http: 'http', sse: 'sse' }, { alsoRead: { stdio: 'stdio' } }),
    ...same('command', 'args', 'cwd', 'url'),
    ...forStdio(...same('env')),
    renamed('headers', ['requestInit', 'headers']),
    alias('headers', 'headers'),
  ];
}
