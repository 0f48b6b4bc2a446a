import { isMap, type Path, type Value } from '../value.ts';

/** A JSON pointer as keys. Numbers are indexes only in lists. */
export function pathIn(pointer: string, root: Value): Path {
  const path: (string | number)[] = [];
  let value: Value | undefined = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = Array.isArray(value) ? value[Number(key)] : isMap(value) ? value[key] : undefined;
  }
  return path;
}
