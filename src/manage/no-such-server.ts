import { closest } from '../model/closest.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';

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
