import { isPlainSecret } from '../../model/secret.ts';
import type { Server } from '../../model/server.ts';
import { isMap, Literal, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import type { MaskView, ShownServer } from '../contract/values.ts';
import { asText } from './as-text.ts';
import { hasMark, markOf } from './marks.ts';
import { secretSpans } from './secret-spans.ts';

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
    setOwn(masks, free, { masked, length: asText(value).length });
    return markOf(free);
  };

  const inText = (path: string, name: string, text: string, before?: string): string => {
    if (hasMark(text)) return keep(path, text, '\u2026');
    let [shown, at] = ['', 0];
    for (const { start, end } of secretSpans(name, text, before)) {
      const secret = text.slice(start, end);
      shown += text.slice(at, start) + keep(path, secret, beginningOf(secret));
      at = end;
    }
    return shown + text.slice(at);
  };

  const inValue = (path: string, name: string, value: Value, before?: Value): Value => {
    if (typeof value === 'string') return inText(path, name, value, typeof before === 'string' ? before : undefined);
    if (value instanceof Literal) return keep(path, value, isPlainSecret(name, value.text) ? '\u2026' : value.text);
    if (typeof value === 'number') return isPlainSecret(name, String(value)) ? keep(path, value, '\u2026') : value;
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

/** `ghp_…`: what a service marks its keys with is no secret. */
function beginningOf(secret: string): string {
  const mark =
    /^(?:gh[opsur]_|github_pat_|glpat-|sk-(?:ant-|proj-)?|xox[a-z]-|hf_|npm_|lin_api_|ntn_|AKIA|AIza)(?=.{12})/.exec(
      secret,
    );
  return `${mark?.[0] ?? ''}\u2026`;
}
