import { isMap, type Value } from '../../../src/model/value.ts';

/** Dotted paths at which two canonical servers differ, innermost first where both have a map or list. */
export function differences(a: Value | undefined, b: Value | undefined, path = ''): string[] {
  if (isMap(a) && isMap(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) => {
      const [left, right] = [a, b].map((map) => (Object.hasOwn(map, key) ? map[key] : undefined));
      return differences(left, right, path === '' ? key : `${path}.${key}`);
    });
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    return a.flatMap((item, index) => differences(item, b[index], `${path}.${index}`));
  }
  return JSON.stringify(a) === JSON.stringify(b) ? [] : [path];
}

/** The parts of a server that mean something: an absent switch is on; an empty map, list or description says nothing. */
export function meaning(server: Value): Value {
  if (!isMap(server)) return server;
  return Object.fromEntries(
    Object.entries(server).filter(([key, value]) => {
      if (key === 'name' || (key === 'disabled' && value === false)) return false;
      if (value === '' && (key === 'title' || key === 'description')) return false;
      if (Array.isArray(value)) return value.length > 0;
      return !isMap(value) || Object.keys(value).length > 0;
    }),
  );
}
