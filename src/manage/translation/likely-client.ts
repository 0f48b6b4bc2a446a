import type { ClientId } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import type { FormatId } from '../../formats/types.ts';
import { isMap, type Value, valueAt } from '../../model/value.ts';
import { findServers, hasTarget } from '../paste/find-servers.ts';
import { dialects, recognizeDialect } from '../paste/recognize-dialect.ts';

/**
 * The client whose format matches the file best; undefined when nothing in it could be servers. `said` is preferred.
 */
export function likelyClient(root: Value | undefined, format: FormatId, said?: ClientId): Client | undefined {
  const group = findServers(root).find(({ base }) => base.length === 0);
  return group ? recognizeDialect(group, format, said).client : ownerOf(root, format, said);
}

/** The client whose container this document has, even if empty. */
function ownerOf(root: Value | undefined, format: FormatId, said?: ClientId): Client | undefined {
  // An empty JSON list is more likely a mistake than the file of a client that uses YAML lists.
  const isJson = format === 'json' || format === 'jsonc';
  const fits = (value: Value | undefined, isList: boolean): boolean =>
    isContainer(value, isList) && !(isJson && Array.isArray(value) && value.length === 0);
  const owners = dialects.filter(({ shape }) => fits(valueAt(root, shape.at), shape.listBy !== undefined));
  return (owners.find(({ id }) => id === said) ?? owners[0])?.client;
}

/** Whether the document has any client's server container. */
export function hasContainer(root: Value | undefined, format: FormatId): boolean {
  return ownerOf(root, format) !== undefined;
}

/** A server may have the name of a container. */
function isContainer(value: Value | undefined, isList: boolean): boolean {
  return isList ? Array.isArray(value) : isMap(value) && !hasTarget(value);
}
