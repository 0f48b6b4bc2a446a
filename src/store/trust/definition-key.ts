import { canonicalJson } from '../../model/canonical-json.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { fingerprint } from '../fingerprint.ts';

/**
 * The same for two definitions that start or contact the same thing with the same values, whatever they are called and
 * in whose words they are written.
 */
export function definitionKey(server: Server): string {
  const { command, args, cwd, url, headers, env, auth } = server;
  const isStarted = inferTransport(server) === 'stdio';
  const taken = isStarted ? { command, args, cwd, env } : { url, headers, auth };
  const said = Object.entries(taken).filter(([, value]) => !isEmpty(value));
  return fingerprint(Buffer.from(canonicalJson(Object.fromEntries(said)).replaceAll(REFERENCE, '${$1}')));
}

/** Clients spell a reference in several ways, and a text may not say whose words it is written in. */
const REFERENCE = /\$?\{(?:env:)?(\w+)\}/g;

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
