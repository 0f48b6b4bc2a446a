import { getOwn, isMap, setOwn, type ValueMap } from '../../model/value.ts';

/**
 * Converts entries in older syntax: the command as a map under `command` (Zed), or the connection as a map under
 * `transport` (Continue).
 */
export function modernize(native: ValueMap): ValueMap {
  const { command, transport } = native;
  if (isMap(command) && typeof command['path'] === 'string') {
    const { path, ...inner } = command;
    return merged(native, 'command', { command: path, ...inner });
  }
  if (isMap(transport) && (Object.hasOwn(transport, 'command') || Object.hasOwn(transport, 'url')))
    return merged(native, 'transport', transport);
  return native;
}

function merged(native: ValueMap, key: string, inner: ValueMap): ValueMap {
  const result: ValueMap = {};
  for (const [name, value] of Object.entries(native)) if (name !== key) setOwn(result, name, value);
  for (const [name, value] of Object.entries(inner)) {
    if (value !== null && getOwn(result, name) === undefined) setOwn(result, name, value);
  }
  return result;
}
