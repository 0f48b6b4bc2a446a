import type { Desk } from './desk.ts';

/** Something that there is once for each desk, made when it is first asked for. */
export function perDesk<T>(make: (desk: Desk) => T): (desk: Desk) => T {
  const made = new WeakMap<Desk, { readonly it: T }>();
  return (desk) => {
    const known = made.get(desk) ?? { it: make(desk) };
    made.set(desk, known);
    return known.it;
  };
}
