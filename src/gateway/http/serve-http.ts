import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { Metrics } from '../audit/metrics.ts';
import { RefusalLog } from '../audit/refusal-log.ts';
import { type AuthSources, createAuthentication, invalidToken } from '../auth/authenticate.ts';
import { AccessTokens, type OauthOptions } from '../auth/oauth/access-tokens.ts';
import { type ProtectedResource, protectedResource } from '../auth/oauth/protected-resource.ts';
import type { Caller, Principal } from '../auth/principal.ts';
import type { Gateway } from '../session/session.ts';
import { localLimits, memoryState } from '../state/memory-state.ts';
import { Connections } from '../traffic/connections.ts';
import { addresses } from './address.ts';
import { withErrorBoundary } from './error-boundary.ts';
import type { Front } from './front.ts';
import { createGuard } from './guard.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { listenFault } from './listen/listening.ts';
import { closeServer, listen, openServer, type TlsFiles, tlsSettings } from './listen/open-server.ts';
import { addressList, isLoopbackHost, readPeers } from './listen/peers.ts';
import { OpenReplies } from './open-replies.ts';
import { FrontReplicas } from './replicas/front-replicas.ts';
import { route } from './route.ts';
import type { StatelessSession } from './stateless-session.ts';
import { StatelessSessions } from './stateless-sessions.ts';

export interface HttpOptions {
  /** The token that clients must send; a function if it can change while the front runs. */
  readonly token: string | (() => string);
  /** Who may, beside the holder of the token. */
  readonly auth?: Pick<AuthSources, 'namedToken'>;
  /** An authorization server whose access tokens are accepted. */
  readonly oauth?: OauthOptions;
  /** Default: loopback only. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Additional host names to accept. */
  readonly names?: readonly string[];
  /** The address that clients use, if it is another one, such as that of a proxy. Its host name is accepted. */
  readonly publicUrl?: string;
  /** Encrypts with this certificate, in PEM. */
  readonly tls?: TlsFiles;
  /** Addresses of proxies whose forwarding headers are trusted. */
  readonly proxies?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly audit?: AuditLog;
  /** Called with unexpected errors; the request was answered with 500. */
  readonly onFault?: (error: unknown) => void;
  /** Shows a message about clients to the user. */
  readonly tell?: (text: string) => void;
}

/** Settings that can change while the front runs. */
export interface FrontSettings {
  readonly oauth?: OauthOptions | undefined;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpFront {
  readonly address: AddressInfo;
  /** The endpoint for clients. */
  readonly url: string;
  /** Ends open streams; clients with a valid token reconnect. */
  endStreams(): void;
  /** Uses another certificate for new connections. Throws if the key does not belong to it. */
  renewTls(tls: TlsFiles): void;
  /** Replaces settings that may change while clients are connected. Sessions of users of OAuth are closed. */
  update(settings: FrontSettings): void;
  /** Closes the sessions of principals whose credentials are no longer valid. */
  endSessions(isGone: (principal: Principal) => boolean): void;
  /** Rejects new requests, waits for those in flight, then closes all connections. The gateway stays open. */
  close(): Promise<void>;
}

/** Serves clients of both eras at /mcp, and status at /metrics, /health and /ready. */
export async function serveHttp(gateway: Gateway, options: HttpOptions): Promise<HttpFront> {
  const { host = LOOPBACK, port = 0, token, audit, oauth, tls, proxies = [], tell = () => {} } = options;
  refuseUnsafe(options);
  const limits: Mutable<HttpLimits> = { ...defaultLimits, ...options.limits };
  const replies = new OpenReplies(limits.keepAliveMs);
  const onBehind = (view = '/mcp'): void => {
    audit?.note({ event: 'stream-ended', view, reason: 'unread' });
    tell(`A client of ${visible(view)} does not read its stream, so the stream was closed.`);
  };
  const state = gateway.state ?? memoryState();
  const { shared } = state;
  const context = { gateway, limits, replies, onBehind, ...(shared && { shared }) };
  const legacy = new LegacySessions(context);
  const stateless = new StatelessSessions(context);
  const metrics = new Metrics(gateway);
  const refusals = audit && new RefusalLog(audit);
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    withErrorBoundary(front, response, () => route(front, request, response));
  const { server, secure } = openServer(limits, tls, (status) => metrics.countResponse(status), handle);
  // Pending replies send keep-alives more often than this.
  server.setTimeout(Math.max(limits.stalledMs, 2 * limits.keepAliveMs));
  let authorization = oauth && authorizationOf(oauth, tell);
  const rate = localLimits();
  const strangers = localLimits();
  let [isLeaving, isDraining, isReady] = [false, false, false];
  const onFault = options.onFault ?? (() => {});
  const statelessFor = (caller: Caller): StatelessSession => stateless.of(caller);
  const replicas = shared && new FrontReplicas({ shared, legacy, stateless: statelessFor, onFault });
  const guard = createGuard({ host, names: namesOf(options), token: typeof token === 'string' ? () => token : token });
  const front: Front = {
    ...context,
    state,
    ...(replicas && { replicas }),
    guard,
    authentication: createAuthentication({
      ...options.auth,
      hasLocalToken: (headers) => guard.hasToken(headers),
      accessToken: (text) => authorization?.tokens.verify(text) ?? invalidToken,
    }),
    get resource() {
      return authorization?.resource;
    },
    addressOf: addresses(),
    rate: (principal) => rate(principal, limits.rate),
    strangers: (address) => strangers(address, limits.strangers),
    ...peersOf(host, proxies),
    legacy,
    stateless: statelessFor,
    metrics,
    ...(gateway.signIns && { signIns: gateway.signIns }),
    ...(refusals && { refusals }),
    connections: new Connections(server, limits, addressList(proxies)),
    onFault,
    get isLeaving() {
      return isLeaving;
    },
    get isDraining() {
      return isDraining;
    },
    get isReady() {
      isReady ||= gateway.health().isComplete;
      return isReady;
    },
  };
  const endSessions = (isGone: (principal: Principal) => boolean): void => {
    legacy.endOf(isGone);
    stateless.endOf(isGone);
  };
  const address = await listen(server, host, port);
  if (gateway.signIns) gateway.signIns.url = urlOf(options, address);
  return {
    address,
    url: urlOf(options, address),
    endStreams: () => replies.endStreams(),
    update(settings) {
      if (settings.limits) Object.assign(limits, { perToken: undefined }, settings.limits);
      if (!('oauth' in settings)) return;
      authorization = settings.oauth && authorizationOf(settings.oauth, tell, authorization);
      endSessions(({ kind }) => kind === 'oauth');
    },
    renewTls: (now) => secure?.setSecureContext(tlsSettings(now, limits)),
    endSessions,
    async close() {
      isLeaving = true;
      if (limits.noticeMs > 0) await pause(limits.noticeMs);
      isDraining = true;
      await Promise.all([replies.settled(limits.drainMs), limits.refuseMs > 0 && pause(limits.refuseMs)]);
      replicas?.stop();
      await Promise.all([legacy.close(), stateless.close()]);
      replies.close();
      metrics.stop();
      refusals?.close();
      await closeServer(server);
    },
  };
}

const LOOPBACK = '127.0.0.1';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Authorization {
  readonly tokens: AccessTokens;
  readonly resource: ProtectedResource;
}

/** Known keys of the same issuer stay in use, because it may be down when other settings change. */
function authorizationOf(oauth: OauthOptions, tell: (text: string) => void, before?: Authorization): Authorization {
  const keys = before?.tokens.keysOf(oauth.issuer);
  return { tokens: new AccessTokens(oauth, { tell, ...(keys && { keys }) }), resource: protectedResource(oauth) };
}

function refuseUnsafe({ host = LOOPBACK, tls, proxies = [], auth, oauth }: HttpOptions): void {
  const message = listenFault({
    host,
    hasTls: tls !== undefined,
    isBehindProxy: proxies.length > 0,
    hasPrincipals: auth?.namedToken !== undefined || oauth !== undefined,
  });
  if (message !== undefined) throw new PlugboardError('usage', { message });
}

/** If only this machine can connect, every client is near. */
function peersOf(host: string, proxies: readonly string[]): Pick<Front, 'peerOf'> {
  return proxies.length > 0 || !isLoopbackHost(host) ? { peerOf: readPeers(proxies) } : {};
}

function urlOf({ publicUrl, tls }: HttpOptions, { family, address, port }: AddressInfo): string {
  if (publicUrl !== undefined) return new URL('/mcp', publicUrl).href;
  return `${tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}/mcp`;
}

function namesOf({ names = [], publicUrl }: HttpOptions): readonly string[] {
  return publicUrl === undefined ? names : [...names, new URL(publicUrl).hostname];
}
