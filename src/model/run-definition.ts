import { fieldValues, runFields } from './fields/effective-fields.ts';
import { canonicalJson } from './json/canonical-json.ts';
import { inferTransport, type Server } from './server.ts';

/**
 * What a definition starts or contacts, and with which values, as canonical text, with what only some clients run or
 * read. It is equal for equivalent definitions, independent of their names and of the client format they are written in.
 */
export function runDefinition(server: Server): string {
  const { command, args, cwd, url, headers, env, auth } = server;
  const isStarted = inferTransport(server) === 'stdio';
  const beside = fieldValues(runFields(server));
  const fields = { ...(isStarted ? { command, args, cwd, env } : { url, headers, auth }), beside };
  const present = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return canonicalJson(Object.fromEntries(present));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
