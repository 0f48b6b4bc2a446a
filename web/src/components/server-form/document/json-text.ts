import { isMap, setOwn, type Value, type ValueMap } from '../../../../../src/model/value.ts';

export type ReadJson = { readonly server: ValueMap } | { readonly problem: string };

export function jsonOf(server: ValueMap): string {
  return JSON.stringify(server, undefined, 2);
}

/** Parses a definition typed as JSON. Also accepts `type` and `enabled`. */
export function readJson(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: syntaxProblem(text, error) };
  }
  if (!isMap(value)) return { problem: 'A server must be an object: { "command": … } or { "url": … }.' };
  if (isMap(value['mcpServers'])) {
    return { problem: 'This is a whole configuration. Use "Paste anything", or keep only one server.' };
  }
  return { server: canonical(value) };
}

function canonical(value: ValueMap): ValueMap {
  const server: ValueMap = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === 'type' && !Object.hasOwn(value, 'transport') && isTransport(item)) setOwn(server, 'transport', item);
    else if (key === 'enabled' && typeof item === 'boolean' && !Object.hasOwn(value, 'disabled')) {
      if (!item) setOwn(server, 'disabled', true);
    } else if (key !== 'name') setOwn(server, key, item);
  }
  return server;
}

function isTransport(value: Value): boolean {
  return value === 'stdio' || value === 'http' || value === 'sse';
}

/** Each browser reports the position in its own words. */
function syntaxProblem(text: string, error: unknown): string {
  const words = error instanceof Error ? error.message : '';
  const [, line, column] = /line (\d+) column (\d+)/.exec(words) ?? [];
  if (line !== undefined) return `Not valid JSON at line ${line}, column ${column}.`;
  const position = /position (\d+)/.exec(words)?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return `Not valid JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
}
