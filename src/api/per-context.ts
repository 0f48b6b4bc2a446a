import type { ApiContext } from './api-context.ts';

/** A value that is created once per API context, on first use. */
export function perContext<T>(make: (api: ApiContext) => T): (api: ApiContext) => T {
  const made = new WeakMap<ApiContext, { readonly it: T }>();
  return (api) => {
    const known = made.get(api) ?? { it: make(api) };
    made.set(api, known);
    return known.it;
  };
}
