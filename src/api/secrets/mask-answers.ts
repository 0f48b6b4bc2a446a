import type { MiddlewareHandler } from 'hono';
import type { KnownValues } from '../../runtime/values/known-values.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';

/** The only response that contains a secret, on request of the user. */
const REVEAL = '/api/reveal';

/** Masks the secrets of running servers in every response. */
export function maskAnswers(known: KnownValues): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { res } = context;
    if (context.req.path === REVEAL || !(res.headers.get('content-type') ?? '').startsWith('application/json')) return;
    const text = await res.clone().text();
    if (known.mask(text) === text) return;
    const masked = maskDeep(JSON.parse(text) as unknown, (one) => known.mask(one));
    context.res = new Response(JSON.stringify(masked), res);
  };
}
