import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { ambiguityIn } from '../../model/ambiguous-request.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { TOO_DEEP_WORDS } from '../../model/json/depth.ts';
import { limitSlowBodies } from '../../runtime/serve/slow-bodies.ts';
import { opencodeTokenFile } from '../../store/credentials/token-file.ts';
import type { App } from '../app.ts';
import { buildServer } from '../build-server.ts';
import { isLoopback } from '../server/this-machine.ts';
import { EnabledToolsets } from '../toolset.ts';
import { corsHeaders, preflight } from './cors.ts';
import { rejectWebPages, requireToken } from './guard.ts';
import { LegacySessions, refusal } from './legacy-sessions.ts';
import { type BadBody, headOf, toWebRequest, writeResponse } from './node-http.ts';

export interface HttpFront {
  readonly url: string;
  /** The file with the clients' token; unset if the settings contain it or none is needed. */
  readonly tokenFile?: string;
  close(): Promise<void>;
}

/** A slowly trickling request must not hold a connection forever. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5000 };
const MOST_CONNECTIONS = 512;

/** Serves any number of clients of both protocol generations at /mcp. */
export async function listenHttp(app: App): Promise<HttpFront> {
  const { hostname, port } = app.settings;
  if (!isLoopback(hostname) && app.settings.token === undefined)
    throw new PlugboardError('usage', {
      message: `${hostname} is reachable from other machines: set OPENCODE_MCP_TOKEN, or use 127.0.0.1`,
    });
  const { token, tokenFile } = await tokenOf(app);
  const build = (): ReturnType<typeof buildServer> => buildServer(app);
  // Each session has its own toolsets. Requests of 2026-07-28 have no session and share one.
  const legacy = new LegacySessions(() => buildServer(app, new EnabledToolsets(app.settings.toolsets)));
  const modern = createMcpHandler(build, { legacy: 'reject', onerror: (error) => app.log('debug', error.message) });
  const unwatch = app.toolsets.watch(() => modern.notify.toolsChanged());
  const refuse = (head: Request): Response | undefined =>
    rejectWebPages(head, app.settings) ??
    preflight(head, app.settings.allowedOrigins) ??
    (new URL(head.url).pathname === '/health' ? undefined : requireToken(head, token));
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/health')
      return Response.json({ status: 'ok', name: 'plugboard-opencode', version: app.version });
    if (pathname !== '/mcp') return refusal(404, -32_600, 'The server is at /mcp');
    return (await isLegacyRequest(request)) ? legacy.fetch(request) : modern.fetch(request);
  };
  const server = createServer(limits, (request, response) => {
    void handle(request, response, { refuse, answer, allowedOrigins: app.settings.allowedOrigins }).catch(
      (error: unknown) => {
        app.log('error', String(error));
        if (!response.headersSent) response.writeHead(500);
        response.end();
      },
    );
  });
  limitSlowBodies(server);
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, hostname, done);
  }).catch((error: unknown) => {
    throw new PlugboardError('usage', { message: `cannot listen on ${hostname}:${port}: ${String(error)}` });
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    ...(tokenFile !== undefined && { tokenFile }),
    url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${taken}/mcp`,
    async close() {
      unwatch();
      await Promise.all([legacy.close(), modern.close()]);
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

async function tokenOf({ host, settings }: App): Promise<{ readonly token?: string; readonly tokenFile?: string }> {
  if (settings.open) return {};
  if (settings.token !== undefined) return { token: settings.token };
  return { token: await opencodeTokenFile.token(host), tokenFile: opencodeTokenFile.path(host) };
}

interface Answers {
  /** Responses that depend on the headers alone. */
  refuse(head: Request): Response | undefined;
  readonly allowedOrigins: readonly string[];
  answer(request: Request): Promise<Response>;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { refuse, answer, allowedOrigins }: Answers,
): Promise<void> {
  const fault = ambiguityIn(request);
  const head = fault === undefined ? headOf(request) : undefined;
  if (head) for (const [name, value] of corsHeaders(head, allowedOrigins)) response.setHeader(name, value);
  const refused = head ? refuse(head) : refusal(400, -32_600, fault ?? 'The address of the request is malformed');
  const asked = head && !refused ? await toWebRequest(head, request, response) : undefined;
  if (asked instanceof Request) return writeResponse(response, await answer(asked));
  // The rest of the body is never read.
  response.shouldKeepAlive = false;
  response.once('finish', () => request.destroy());
  await writeResponse(response, refused ?? badBodies[asked ?? 'too-large']());
}

/** Responses by the problem with a request body. */
const badBodies: Readonly<Record<BadBody, () => Response>> = {
  'too-large': () => refusal(413, -32_600, 'The request is too large'),
  'too-deep': () => refusal(400, -32_700, `The message is ${TOO_DEEP_WORDS}`),
};

export async function overHttp(app: App, ended: Promise<void>, ready: (front: HttpFront) => void): Promise<void> {
  const front = await listenHttp(app);
  ready(front);
  await ended;
  await front.close();
}
