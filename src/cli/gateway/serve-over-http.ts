import { randomUUID } from 'node:crypto';
import { auditGateway } from '../../gateway/audit/audit-log.ts';
import { NamedTokens } from '../../gateway/auth/named-tokens.ts';
import { listenFault } from '../../gateway/http/listen/listening.ts';
import type { TlsFiles } from '../../gateway/http/listen/open-server.ts';
import { type HttpFront, serveHttp } from '../../gateway/http/serve-http.ts';
import type { GatewayState } from '../../gateway/state/gateway-state.ts';
import { openState } from '../../gateway/state/open-state.ts';
import type { Telemetry } from '../../gateway/telemetry/telemetry.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { TokenStore } from '../../model/named-token.ts';
import { version } from '../../model/version.ts';
import { visible } from '../../model/visible.ts';
import { noteGateway } from '../../store/state/gateway-notes.ts';
import { warnAboutLock } from '../lock/require-lock.ts';
import type { CommandContext } from '../program/command-context.ts';
import { startDirectoryReporter } from '../runtime/report-start-directory.ts';
import { followConfig } from './config/follow-config.ts';
import { type HttpSettings, httpSettings } from './config/http-settings.ts';
import { readGatewayConfig } from './config/read-gateway-config.ts';
import { followedToken } from './follow-token.ts';
import { interrupted } from './interrupted.ts';
import { faultText, keepServing } from './keep-serving.ts';
import { openAudit } from './open-audit.ts';
import { type GatewayHere, type OpenedGateway, openGateway } from './open-gateway.ts';
import { readTls } from './read-tls.ts';
import type { Complaints, ServeLine } from './serve-flags.ts';
import { userCredentials } from './sign-ins/user-credentials.ts';
import { reportMissing } from './tell-missing.ts';
import { reportStates } from './tell-states.ts';
import { tokenStore } from './tokens.ts';
import { limitYoungGeneration, optimizeEarlier } from './tune-v8.ts';

/** Serves the gateway over HTTP. The token is in a file that only its owner can read. */
export async function serveOverHttp(line: ServeLine, here: GatewayHere, context: CommandContext): Promise<void> {
  const { host, output } = context;
  const settings = await readSettings(line, host);
  const { isolation, state: where } = settings.fixed;
  const local = tokenStore(host);
  await requireSafeListening(settings, local);
  const tls = settings.tlsFiles && readTls(settings.tlsFiles, host);
  const token = await followedToken(host);
  const state = await openState(where, { tell: (text) => output.talk(text) });
  const store = state.shared?.tokens ?? local;
  const opened = await orClose(state, async () =>
    openGateway(host, {
      ...here,
      state,
      ...(isolation && { isolation }),
      ...userSignIns(settings, host, state),
      ...(settings.fixed.telemetry && { isTraced: true }),
      log: startDirectoryReporter(context),
    }),
  );
  const { gateway, watch, mask, flush } = opened;
  const tell = (text: string): void => output.talk(text);
  // A server that keeps running would keep this process alive too, so everything ends even if it cannot listen.
  const ends: (() => unknown)[] = [
    // Last, because others write to it when they end.
    async () => state.close(),
    keepServing(context),
    flush,
    async () => gateway.close(),
    watch(),
  ];
  let front: HttpFront | undefined;
  try {
    output.hide(mask);
    reportMissing(opened.here, context);
    await warnAboutLock(context, opened.here.servers);
    optimizeEarlier(gateway);
    limitYoungGeneration(gateway);
    ends.push(reportStates(gateway, context));
    const { audit, policy } = openAudit(settings.fixed, { host, mask, shared: state.shared, tell }) ?? {};
    if (audit) ends.splice(1, 0, async () => audit.close(), auditGateway(gateway, audit, policy));
    const telemetry = await startedTelemetry(settings, opened, state, context);
    if (telemetry) ends.splice(1, 0, async () => telemetry.close());
    const tokens = new NamedTokens(store, {
      onGone: (isGone) => front?.endSessions(isGone),
      onFault: (error) => output.talk(`${visible(String(error))} No named token is accepted.`),
    });
    ends.splice(1, 0, async () => tokens.close());
    await tokens.start();
    await reportUnusedTokens(local, state, context);
    const { host: address, port, publicUrl, proxies } = settings.fixed;
    const serving = await serveHttp(gateway, {
      token: token.current,
      auth: { namedToken: (text) => tokens.verify(text) },
      tell,
      ...(audit && { audit }),
      onFault: (error) => output.talk(faultText(String(error))),
      limits: settings.limits,
      ...(settings.oauth && { oauth: settings.oauth }),
      ...(tls && { tls }),
      ...(address !== undefined && { host: address }),
      ...(port !== undefined && { port }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(proxies && { proxies }),
    });
    front = serving;
    ends.push(async () => serving.close());
    const stopFollowing = token.follow((fault) => {
      // Clients with the old token must authenticate again.
      serving.endStreams();
      output.talk(fault === undefined ? 'The token was replaced.' : `${visible(fault)} All clients get 401.`);
    });
    const read = async (): Promise<HttpSettings> => readSettings({ ...line, command: thrower }, host);
    let removeNote = await noteGateway(host, localAddress(serving, tls));
    const onTls = async (now: TlsFiles): Promise<void> => {
      await removeNote();
      removeNote = await noteGateway(host, localAddress(serving, now));
    };
    ends.push(stopFollowing, async () => removeNote());
    ends.push(followConfig({ line, settings, read, front: serving, context, onTls }));
    output.print(front.url);
    output.talk(`Connect a client with: plugboard connect <client> --http ${front.url}`);
    await interrupted();
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function reportUnusedTokens(
  local: TokenStore,
  { shared }: GatewayState,
  { output }: CommandContext,
): Promise<void> {
  if (shared && (await local.list().catch(() => [])).length > 0)
    output.talk('The named tokens of this machine are not used: with --state, tokens are in the shared state.');
}

/** Loaded only when it is configured. */
async function startedTelemetry(
  { fixed: { telemetry } }: HttpSettings,
  { gateway, mask }: OpenedGateway,
  { shared }: GatewayState,
  { output }: CommandContext,
): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined;
  const { startTelemetry } = await import('../../gateway/telemetry/telemetry.ts');
  const resource = { serviceName: 'plugboard', version, instance: shared?.replica ?? randomUUID() };
  return startTelemetry(gateway, { ...resource, ...telemetry, mask, tell: (text) => output.talk(text) });
}

/** An open connection would keep this process alive. */
async function orClose<T>(state: GatewayState, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await state.close();
    throw error;
  }
}

/** Empty if all servers are used with the credentials of their definitions. */
function userSignIns({ fixed }: HttpSettings, host: Host, { shared }: GatewayState): Pick<GatewayHere, 'userSignIns'> {
  const { credentials: settings, stateKey } = fixed;
  const isUsed = [settings?.default, ...Object.values(settings?.servers ?? {})].includes('user');
  return settings && isUsed ? { userSignIns: { settings, ...userCredentials(host, shared, stateKey) } } : {};
}

/** Where this machine reaches the gateway, whatever address clients use. */
function localAddress({ address }: HttpFront, tls: TlsFiles | undefined): Parameters<typeof noteGateway>[1] {
  const isAny = address.address === '0.0.0.0' || address.address === '::';
  const name = isAny ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${address.port}`,
    ...(tls && { certificate: String(tls.cert) }),
  };
}

async function readSettings({ flags, port, command }: ServeLine, host: Host): Promise<HttpSettings> {
  const config = flags.config === undefined ? {} : await readGatewayConfig(host, flags.config);
  return httpSettings({ flags, port, env: host.env }, config, command);
}

/** A wrong setting must not end a gateway that serves. */
const thrower: Complaints = {
  error(message) {
    throw new PlugboardError('usage', { message });
  },
};

/** Before anything is started. */
async function requireSafeListening({ fixed, tlsFiles, oauth }: HttpSettings, store: TokenStore): Promise<void> {
  const { host = '127.0.0.1', proxies, state } = fixed;
  // Tokens of a shared state can be created at any time, and until then every request is rejected.
  const isShared = state !== 'memory';
  const hasPrincipals = oauth !== undefined || isShared || (await store.list()).some(({ use }) => use === 'clients');
  const message = listenFault({
    host,
    hasTls: tlsFiles !== undefined,
    isBehindProxy: proxies !== undefined,
    hasPrincipals,
  });
  if (message !== undefined) throw new PlugboardError('usage', { message });
}
