import type { Server } from '../../model/server.ts';
import { isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { Refusal } from '../refusal.ts';
import { asText } from './as-text.ts';
import type { KeptValues } from './hide-secrets.ts';
import { onlyMark, replaceMarks } from './marks.ts';

/** A server as it came back from the page, with the values in place of their marks. `field` says where it stood in what was sent. */
export function restoreSecrets(
  shown: Readonly<Record<string, unknown>>,
  kept: KeptValues | undefined,
  field = 'server',
): Server {
  const valueOf = (path: string, at: string): Value => {
    const value = kept?.get(path);
    if (value !== undefined) return value;
    throw new Refusal(400, {
      code: 'usage',
      field: at,
      message: `${at}: the value that was kept for ${path} is not known here any more.`,
      hint: 'open the server again, or type the value',
    });
  };
  const inValue = (value: Value, at: string): Value => {
    if (typeof value === 'string') {
      const only = onlyMark(value);
      // What is more than a text, such as a number, stays what it was.
      if (only !== undefined) return valueOf(only, at);
      return replaceMarks(value, (path) => asText(valueOf(path, at)));
    }
    if (Array.isArray(value)) return value.map((item, index) => inValue(item, `${at}.${index}`));
    if (!isMap(value)) return value;
    const restored: ValueMap = {};
    for (const [key, item] of Object.entries(value)) setOwn(restored, key, inValue(item, `${at}.${key}`));
    return restored;
  };
  return inValue(shown as ValueMap, field) as Server;
}
