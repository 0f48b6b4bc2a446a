import { MASK } from '../../model/secrets/hidden-spans.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import type { Server } from '../../model/server.ts';
import { isMap, Literal, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import type { MaskView, ShownServer } from '../contract/values.ts';
import { hasMark, markOf } from './marks.ts';

/** The values behind marks, by their paths. Never sent, except one that a person asks for. */
export type KeptValues = ReadonlyMap<string, Value>;

export interface Hidden {
  readonly shown: ShownServer;
  readonly masks: Readonly<Record<string, MaskView>>;
  readonly kept: KeptValues;
}

/** A server with a mark in place of each secret, and of what JSON cannot carry. */
export function hideSecrets(server: Server): Hidden {
  const kept = new Map<string, Value>();
  const masks: Record<string, MaskView> = {};

  const keep = (path: string, value: Value, masked: string): string => {
    let free = path.replaceAll(/[\u27ea\u27eb]/g, '');
    for (let count = 2; kept.has(free); count += 1) free = `${path}#${count}`;
    kept.set(free, value);
    setOwn(masks, free, { masked });
    return markOf(free);
  };

  const inText = (path: string, name: string, text: string, before?: string): string => {
    if (hasMark(text)) return keep(path, text, MASK);
    let [shown, at] = ['', 0];
    for (const { start, end } of valueSpans(name, text, before)) {
      const secret = text.slice(start, end);
      shown += text.slice(at, start) + keep(path, secret, MASK);
      at = end;
    }
    return shown + text.slice(at);
  };

  const inValue = (path: string, name: string, value: Value, before?: Value): Value => {
    if (typeof value === 'string') return inText(path, name, value, typeof before === 'string' ? before : undefined);
    if (value instanceof Literal) return keep(path, value, isPlainSecret(name, value.text) ? MASK : value.text);
    if (typeof value === 'number') return isPlainSecret(name, String(value)) ? keep(path, value, MASK) : value;
    if (Array.isArray(value))
      return value.map((item, index) => inValue(`${path}.${index}`, name, item, value[index - 1]));
    if (!isMap(value)) return value;
    const shown: ValueMap = {};
    for (const [key, item] of Object.entries(value)) setOwn(shown, key, inValue(`${path}.${key}`, key, item));
    return shown;
  };

  const shown: ValueMap = {};
  for (const [field, value] of Object.entries(server as ValueMap))
    // A map of settings is judged by its own names; the word that names a way to sign in is none.
    if (value !== undefined) setOwn(shown, field, inValue(field, isMap(value) ? '' : nameOf(field), value));
  return { shown, masks, kept };
}

/** `args` and the like name nothing. */
function nameOf(field: string): string {
  return ['command', 'args', 'cwd', 'url', 'title', 'description', 'auth'].includes(field) ? '' : field;
}
