import { closest } from '../model/closest.ts';
import { PlugboardError } from '../model/error.ts';

/** Nobody has a server of this name; perhaps a name much like it was meant. */
export function noSuchServer(name: string, names: readonly string[]): PlugboardError {
  const near = closest(name, [...new Set(names)]);
  return new PlugboardError('server-unknown', near === undefined ? { name } : { name, near });
}
