import { because } from '../../model/diagnostics/loss.ts';
import { getOwn, type Value, type ValueMap } from '../../model/value.ts';
import type { Lens } from '../types.ts';
import { toolLists } from './access.ts';
import { renamed, timeout } from './basic.ts';

/** Fields for remote servers only. */
export function forRemote(...lenses: Lens[]): Lens[] {
  return lenses.map((lens) => ({
    ...lens,
    write(server, entry) {
      if (entry.transport !== 'stdio') return lens.write(server, entry);
      for (const field of lens.fields) {
        if (getOwn(server as ValueMap, field) !== undefined) entry.reportLoss(field, 'dropped', because('remote-only'));
      }
    },
  }));
}

/** A field without which the client rejects entries, so its default is written too. */
export function required(field: string, absent: Value, lens: Lens): Lens {
  return {
    ...lens,
    write(server, entry) {
      lens.write(getOwn(server as ValueMap, field) === undefined ? { ...server, [field]: absent } : server, entry);
    },
  };
}

interface TimeoutLimits {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

/** A timeout that the client accepts only within limits; other values make it reject the entry or the file. */
export function limitedTimeout(key: string, unit: 'seconds' | 'milliseconds', limits: TimeoutLimits): Lens {
  const lens = timeout(key, unit);
  return {
    ...lens,
    write(server, entry) {
      const { timeout: seconds } = server;
      if (typeof seconds !== 'number' || !(seconds > 0)) return lens.write(server, entry);
      const whole = limits.whole ? Math.ceil(seconds) : seconds;
      const nearest = Math.min(Math.max(whole, limits.min ?? 0), limits.max ?? Infinity);
      if (nearest !== seconds) entry.reportLoss('timeout', 'mapped', because('timeout-limited', nearest));
      lens.write({ ...server, timeout: nearest }, entry);
    },
  };
}

/** Tool lists of a client that supports only one of them. */
export function oneToolList(keys: { readonly allow: string; readonly deny: string }): Lens {
  const lens = toolLists(keys);
  return {
    ...lens,
    write(server, entry) {
      const { allow, deny } = server.tools ?? {};
      if (!Array.isArray(allow) || !Array.isArray(deny)) return lens.write(server, entry);
      entry.reportLoss('tools', 'mapped', because('one-tool-list'));
      lens.write({ ...server, tools: { allow: allow.filter((tool) => !deny.includes(tool)) } }, entry);
    },
  };
}

/** A text with a maximum length. */
export function limitedText(field: string, longest: number): Lens {
  const lens = renamed(field, field);
  return {
    ...lens,
    write(server, entry) {
      const text = getOwn(server as ValueMap, field);
      if (typeof text !== 'string' || text.length <= longest) return lens.write(server, entry);
      entry.reportLoss(field, 'dropped', because('text-too-long', longest));
    },
  };
}

/** A text that makes the client reject the entry unless it matches. */
export function matchingText(field: string, pattern: RegExp): Lens {
  const lens = renamed(field, field);
  return {
    ...lens,
    write(server, entry) {
      const text = getOwn(server as ValueMap, field);
      if (typeof text !== 'string' || pattern.test(text)) return lens.write(server, entry);
      entry.reportLoss(field, 'dropped', because('text-not-accepted', pattern.source));
    },
  };
}

/** Rejects `http` URLs of other machines, which the client does not connect to. */
export function requireHttps(): Lens {
  return {
    fields: [],
    keys: [],
    read() {},
    write({ url }, entry) {
      if (typeof url === 'string' && /^http:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))/i.test(url))
        entry.refuse('url', because('https-only'));
    },
  };
}
