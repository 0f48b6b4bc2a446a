import type { MiddlewareHandler } from 'hono';

/** Nothing from elsewhere and nothing inline; `blob:` is for pictures that tools give back. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const headers = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** On every answer, also on those that refuse. What is not said to be kept is not kept. */
export const responseHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
};
