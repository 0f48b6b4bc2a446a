import { masked, targetOfServer } from '../../manage/secrets/masked-server.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';

/** Definitions as readable lines with masked secrets. */
export function definitionLines(servers: Readonly<Record<string, Server>>): string[] {
  return Object.entries(servers).flatMap(([name, server]) => {
    const { transport: _, command: _c, args: _a, url: _u, ...rest } = server;
    const details = Object.entries(masked(rest as Value) as Record<string, Value>).flatMap(fieldLines);
    return [`${visible(name)} (${inferTransport(server)}): ${targetOfServer(server)}`, ...details.map(visible)];
  });
}

function fieldLines([field, value]: [string, Value]): string[] {
  if (isMap(value)) return Object.entries(value).map(([key, item]) => `  ${field} ${key}: ${inWords(item)}`);
  return [`  ${field}: ${inWords(value)}`];
}

function inWords(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
