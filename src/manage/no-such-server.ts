import { closest } from '../model/closest.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { type InvalidDefinition, invalidServer } from './invalid-server.ts';

/** Error for an unknown server name, with suggestions and the files that could not be read. */
export function noSuchServer(
  name: string,
  names: readonly string[],
  unread: readonly Diagnostic[] = [],
): PlugboardError {
  const near = closest(name, [...new Set(names)]);
  return new PlugboardError('server-unknown', {
    name,
    ...(near === undefined ? {} : { near }),
    ...(unread.length === 0 ? {} : { unread }),
  });
}

/** The names found, and why others may be missing. */
interface SearchedServers {
  readonly servers: readonly { readonly name: string }[];
  readonly invalid: readonly InvalidDefinition[];
  readonly unread?: readonly Diagnostic[];
}

/** Why a name is not among the servers found: its definition is invalid, or missing. */
export function notFound(name: string, { servers, invalid, unread }: SearchedServers): PlugboardError {
  const found = invalid.find((one) => one.name === name);
  if (found) return invalidServer(found);
  return noSuchServer(
    name,
    servers.map((one) => one.name),
    unread,
  );
}
