import { because } from '../../model/diagnostics/loss.ts';
import { getOwn, setOwn, type ValueMap } from '../../model/value.ts';
import type { Lens } from '../types.ts';

/** Fields with the same canonical and native name. */
export function same(...fields: string[]): Lens[] {
  return fields.map((field) => renamed(field, field));
}

/** A field with another native name, or at a nested path. */
export function renamed(field: string, key: string | readonly [string, ...string[]]): Lens {
  const path = typeof key === 'string' ? ([key] as const) : key;
  return {
    fields: [field],
    keys: [path[0]],
    read(entry, server) {
      const value = entry.take(...path);
      if (value !== undefined) setOwn(server as ValueMap, field, entry.canonical(value));
    },
    write(server, entry) {
      const value = getOwn(server as ValueMap, field);
      if (value !== undefined) entry.put(path, entry.native(value, field));
    },
  };
}

/**
 * A field that the client reads from the first of several keys that has a value; only `written` is written. The other
 * keys stay in the entry.
 */
export function firstOf(field: string, keys: readonly [string, ...string[]], written: string = keys[0]): Lens[] {
  return keys.map((key) => {
    const lens = renamed(field, key);
    return {
      ...lens,
      read(entry, server) {
        if (getOwn(server as ValueMap, field) !== undefined) return;
        // An empty value is read if there is no other, so that it is reported.
        const isEmpty = entry.has(key) && !entry.peek(key);
        if (!isEmpty || !keys.some((other) => entry.peek(other))) lens.read(entry, server);
      },
      ...(key !== written && { write: () => {} }),
    };
  });
}

/** An alias that the client reads if its own key is missing; never written. Must follow the lens of that key. */
export function alias(field: string, key: string): Lens {
  const lens = renamed(field, key);
  return {
    ...lens,
    read(entry, server) {
      if (getOwn(server as ValueMap, field) === undefined) lens.read(entry, server);
    },
    write: () => {},
  };
}

/** `disabled`, stored as `enabled`. Some clients also honor `disabled` if `enabled` is absent. */
export function enabledSwitch(options: { readonly key?: string; readonly obeysDisabled?: boolean } = {}): Lens {
  const key = options.key ?? 'enabled';
  return {
    fields: ['disabled'],
    keys: options.obeysDisabled ? [key, 'disabled'] : [key],
    read(entry, server) {
      const disabled = options.obeysDisabled ? entry.take('disabled') : undefined;
      if (disabled !== undefined) setOwn(server as ValueMap, 'disabled', disabled);
      const value = entry.take(key);
      if (typeof value === 'boolean') server.disabled = !value;
      else if (value !== undefined) setOwn(server as ValueMap, key, value);
    },
    write(server, entry) {
      if (server.disabled !== undefined) entry.put(key, !server.disabled);
    },
  };
}

/** `disabled` under its own name. `enabled`, which users often write, is also read and takes precedence. */
export function disabledSwitch(): Lens {
  return {
    fields: ['disabled'],
    keys: ['disabled', 'enabled'],
    read(entry, server) {
      const disabled = entry.take('disabled');
      const enabled = entry.take('enabled');
      if (disabled !== undefined) setOwn(server as ValueMap, 'disabled', disabled);
      if (typeof enabled === 'boolean') server.disabled = !enabled;
      else if (enabled !== undefined) setOwn(server as ValueMap, 'enabled', enabled);
    },
    write(server, entry) {
      if (server.disabled !== undefined) entry.put('disabled', server.disabled);
    },
  };
}

/** The timeout in the client's unit. */
export function timeout(key: string, unit: 'seconds' | 'milliseconds'): Lens {
  const perSecond = unit === 'seconds' ? 1 : 1000;
  return {
    fields: ['timeout'],
    keys: [key],
    read(entry, server) {
      const value = entry.take(key);
      if (typeof value === 'number') server.timeout = value / perSecond;
      else if (value !== undefined) setOwn(server as ValueMap, 'timeout', value);
    },
    write(server, entry) {
      const { timeout: seconds } = server;
      if (typeof seconds !== 'number' || !(seconds > 0)) return;
      const value = unit === 'seconds' ? seconds : Math.max(1, Math.round(seconds * 1000));
      if (value / perSecond !== seconds) entry.reportLoss('timeout', 'mapped', because('timeout-rounded', value));
      entry.put(key, value);
    },
  };
}

/** Fields for stdio servers only; some clients reject the whole file if they occur next to a URL. */
export function forStdio(...lenses: Lens[]): Lens[] {
  return lenses.map((lens) => ({
    ...lens,
    write(server, entry) {
      if (entry.transport === 'stdio') return lens.write(server, entry);
      for (const field of lens.fields) {
        if (getOwn(server as ValueMap, field) !== undefined) entry.reportLoss(field, 'dropped', because('stdio-only'));
      }
    },
  }));
}
