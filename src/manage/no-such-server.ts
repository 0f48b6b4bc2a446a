import { closest } from '../model/closest.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { type InvalidDefinition, invalidServer } from './invalid-server.ts';

/** No file defines a server of this name; perhaps a name much like it was meant, or it stands in a file that is unread. */
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

/** The names that were found, and why others may be missing. */
interface SearchedServers {
  readonly servers: readonly { readonly name: string }[];
  readonly invalid: readonly InvalidDefinition[];
  readonly unread?: readonly Diagnostic[];
}

/** Why a name is not among the servers that were found: its definition is invalid, or there is none. */
export function notFound(name: string, { servers, invalid, unread }: SearchedServers): PlugboardError {
  const found = invalid.find((one) => one.name === name);
  if (found) return invalidServer(found);
  return noSuchServer(
    name,
    servers.map((one) => one.name),
    unread,
  );
}
