import { canonicalJson } from './canonical-json.ts';
import { inferTransport, type Server } from './server.ts';

/**
 * What a definition starts or contacts, and with which values, as one text: the same for two definitions that do the
 * same, whatever they are called and in whose words they are written.
 */
export function runDefinition(server: Server): string {
  const { command, args, cwd, url, headers, env, auth } = server;
  const isStarted = inferTransport(server) === 'stdio';
  const taken = isStarted ? { command, args, cwd, env } : { url, headers, auth };
  const said = Object.entries(taken).filter(([, value]) => !isEmpty(value));
  return canonicalJson(Object.fromEntries(said)).replaceAll(REFERENCE, '${$1}');
}

/** Clients spell a reference in several ways, and a text may not say whose words it is written in. */
const REFERENCE = /\$?\{(?:env:)?(\w+)\}/g;

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
