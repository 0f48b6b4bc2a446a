import { PlugboardError } from '../../model/diagnostics/error.ts';
import { readJson, TooDeepError } from '../../model/json/read-json.ts';
import type { Server } from '../../model/server.ts';
import { isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';

/** Applies `field=value` settings and removals; dots address nested fields. */
export function applySettings(server: Server, set: readonly string[], unset: readonly string[]): Server {
  let changed = server as ValueMap;
  for (const setting of set) {
    const at = setting.indexOf('=');
    if (at < 1) throw new PlugboardError('usage', { message: `--set takes field=value, not '${setting}'` });
    const path = pathOf(setting.slice(0, at));
    changed = withValue(changed, path, valueFor(path, setting.slice(at + 1)));
  }
  for (const field of unset) changed = withValue(changed, pathOf(field), undefined);
  return changed;
}

/** Most files call the transport `type`. */
function pathOf(field: string): string[] {
  const [first = '', ...deeper] = field.split('.');
  if (first === 'name') throw new PlugboardError('usage', { message: 'use plugboard rename to rename a server' });
  return [first === 'type' ? 'transport' : first, ...deeper];
}

/** Variables and headers are always strings; elsewhere JSON is parsed, and anything else is a string. */
function valueFor([field = '']: readonly string[], text: string): Value {
  if (['env', 'headers', 'command', 'url', 'cwd', 'title', 'description'].includes(field) && !/^[{[]/.test(text))
    return text;
  try {
    return readJson(text) as Value;
  } catch (error) {
    if (error instanceof TooDeepError)
      throw new PlugboardError('usage', { message: `--set ${field}: ${error.message}` });
    return text;
  }
}

function withValue(map: ValueMap, [key = '', ...deeper]: readonly string[], value: Value | undefined): ValueMap {
  const copy = { ...map };
  const inner = copy[key];
  if (deeper.length > 0) setOwn(copy, key, withValue(isMap(inner) ? inner : {}, deeper, value));
  else if (value === undefined) delete copy[key];
  else setOwn(copy, key, value);
  return copy;
}
