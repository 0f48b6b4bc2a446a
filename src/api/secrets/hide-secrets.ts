import { MASK } from '../../model/secrets/hidden-spans.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import type { Server } from '../../model/server.ts';
import { isMap, Literal, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import type { MaskView, ShownServer } from '../contract/values.ts';
import { hasPlaceholder, placeholderFor } from './placeholders.ts';

/** Secret values by path. Never sent, except one that the user reveals. */
export type KeptValues = ReadonlyMap<string, Value>;

export interface Hidden {
  readonly shown: ShownServer;
  readonly masks: Readonly<Record<string, MaskView>>;
  readonly kept: KeptValues;
}

/**
 * Replaces each secret, and each value that JSON cannot represent, with a placeholder. What `isShown` accepts came from
 * someone else, and stays as it is.
 */
export function hideSecrets(server: Server, isShown: (text: string) => boolean = () => false): Hidden {
  const kept = new Map<string, Value>();
  const masks: Record<string, MaskView> = {};

  const keep = (path: string, value: Value, masked: string): string => {
    let free = path.replaceAll(/[\u27ea\u27eb]/g, '');
    for (let count = 2; kept.has(free); count += 1) free = `${path}#${count}`;
    kept.set(free, value);
    setOwn(masks, free, { masked });
    return placeholderFor(free);
  };

  const inText = (path: string, name: string, text: string, before?: string): string => {
    if (hasPlaceholder(text)) return keep(path, text, MASK);
    let [shown, at] = ['', 0];
    for (const { start, end } of valueSpans(name, text, before)) {
      const secret = text.slice(start, end);
      if (isShown(secret)) continue;
      shown += text.slice(at, start) + keep(path, secret, MASK);
      at = end;
    }
    return shown + text.slice(at);
  };

  const inValue = (path: string, name: string, value: Value, before?: Value): Value => {
    if (typeof value === 'string') return inText(path, name, value, typeof before === 'string' ? before : undefined);
    if (value instanceof Literal)
      return keep(path, value, isPlainSecret(name, value.text) && !isShown(value.text) ? MASK : value.text);
    if (typeof value === 'number')
      return isPlainSecret(name, String(value)) && !isShown(String(value)) ? keep(path, value, MASK) : value;
    if (Array.isArray(value))
      return value.map((item, index) => inValue(`${path}.${index}`, name, item, value[index - 1]));
    if (!isMap(value)) return value;
    const shown: ValueMap = {};
    for (const [key, item] of Object.entries(value)) setOwn(shown, key, inValue(`${path}.${key}`, key, item));
    return shown;
  };

  const shown: ValueMap = {};
  for (const [field, value] of Object.entries(server as ValueMap))
    // A map of settings is judged by its own keys; the auth type is not a secret.
    if (value !== undefined) setOwn(shown, field, inValue(field, isMap(value) ? '' : nameOf(field), value));
  return { shown, masks, kept };
}

/** Fields such as `args` do not name a value. */
function nameOf(field: string): string {
  return ['command', 'args', 'cwd', 'url', 'title', 'description', 'auth'].includes(field) ? '' : field;
}
