import type { Server } from '../../model/server.ts';
import { isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { HttpError } from '../http-error.ts';
import { asText } from './as-text.ts';
import type { KeptValues } from './hide-secrets.ts';
import { placeholderPath, replacePlaceholders } from './placeholders.ts';

/**
 * Replaces the placeholders in a server from the page with their values. `field` is the server's path in the request.
 */
export function restoreSecrets(
  shown: Readonly<Record<string, unknown>>,
  kept: KeptValues | undefined,
  field = 'server',
): Server {
  const valueOf = (path: string, at: string): Value => {
    const value = kept?.get(path);
    if (value !== undefined) return value;
    throw new HttpError(400, {
      code: 'usage',
      field: at,
      message: `${at}: the stored value of ${path} has expired.`,
      hint: 'reopen the server or enter the value',
    });
  };
  const inValue = (value: Value, at: string): Value => {
    if (typeof value === 'string') {
      const only = placeholderPath(value);
      // Values that are not strings, such as numbers, keep their type.
      if (only !== undefined) return valueOf(only, at);
      return replacePlaceholders(value, (path) => asText(valueOf(path, at)));
    }
    if (Array.isArray(value)) return value.map((item, index) => inValue(item, `${at}.${index}`));
    if (!isMap(value)) return value;
    const restored: ValueMap = {};
    for (const [key, item] of Object.entries(value)) setOwn(restored, key, inValue(item, `${at}.${key}`));
    return restored;
  };
  return inValue(shown as ValueMap, field) as Server;
}
