/** Request headers of MCP clients, which a page may send only if CORS allows them. */
const usualHeaders = [
  'authorization',
  'content-type',
  'accept',
  'last-event-id',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
];
const exposed = 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate';

/** Whether the request's origin is allowed; names without a scheme match any scheme. */
export function isAllowedOrigin(request: Request, allowed: readonly string[]): boolean {
  const origin = request.headers.get('origin') ?? '';
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { origin: plain, hostname } = new URL(origin);
  return allowed.includes(plain) || allowed.includes(hostname);
}

/** CORS headers that let a page of an allowed origin read the response. */
export function corsHeaders(request: Request, allowed: readonly string[]): [string, string][] {
  if (!isAllowedOrigin(request, allowed)) return [];
  return [
    ['Access-Control-Allow-Origin', request.headers.get('origin') ?? ''],
    ['Access-Control-Expose-Headers', exposed],
    ['Vary', 'Origin'],
  ];
}

/** The response to a CORS preflight, which carries no token. */
export function preflight(request: Request, allowed: readonly string[]): Response | undefined {
  const { headers, method } = request;
  if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined;
  if (!isAllowedOrigin(request, allowed)) return undefined;
  const asked = (headers.get('access-control-request-headers') ?? '').split(',').map((name) => name.trim());
  const parameters = asked.filter((name) => /^mcp-param-[\w-]+$/i.test(name));
  return new Response(undefined, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': [...usualHeaders, ...parameters].join(', '),
      'Access-Control-Max-Age': '600',
      ...(headers.get('access-control-request-private-network') === 'true'
        ? { 'Access-Control-Allow-Private-Network': 'true' }
        : {}),
    },
  });
}
