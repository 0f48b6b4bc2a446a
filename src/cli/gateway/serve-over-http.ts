import { auditGateway } from '../../gateway/audit/audit-log.ts';
import { NamedTokens } from '../../gateway/auth/named-tokens.ts';
import { listenFault } from '../../gateway/http/listen/listening.ts';
import { type HttpFront, serveHttp } from '../../gateway/http/serve-http.ts';
import { openState } from '../../gateway/state/open-state.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { TokenStore } from '../../model/named-token.ts';
import { visible } from '../../model/visible.ts';
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
import { type GatewayHere, openGateway } from './open-gateway.ts';
import { readTls } from './read-tls.ts';
import type { Complaints, ServeLine } from './serve-flags.ts';
import { reportMissing } from './tell-missing.ts';
import { reportStates } from './tell-states.ts';
import { tokenStore } from './tokens.ts';
import { limitYoungGeneration, optimizeEarlier } from './tune-v8.ts';

/** Serves the gateway over HTTP. The token is in a file that only its owner can read. */
export async function serveOverHttp(line: ServeLine, here: GatewayHere, context: CommandContext): Promise<void> {
  const { host, output } = context;
  const settings = await readSettings(line, host);
  const store = tokenStore(host);
  await requireSafeListening(settings, store);
  const tls = settings.tlsFiles && readTls(settings.tlsFiles, host);
  const token = await followedToken(host);
  const { isolation, state: where } = settings.fixed;
  const state = await openState(where, { tell: (text) => output.talk(text) });
  const opened = await openGateway(host, {
    ...here,
    state,
    ...(isolation && { isolation }),
    log: startDirectoryReporter(context),
  });
  const { gateway, watch, mask, flush } = opened;
  // A server that keeps running would keep this process alive too, so everything ends even if it cannot listen.
  const ends: (() => unknown)[] = [
    keepServing(context),
    async () => state.close(),
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
    const { audit, policy } = openAudit(settings.fixed.audit, host, mask) ?? {};
    if (audit) ends.unshift(() => audit.close(), auditGateway(gateway, audit, policy));
    const tokens = new NamedTokens(store, {
      onGone: (isGone) => front?.endSessions(isGone),
      onFault: (error) => output.talk(`${visible(String(error))} All named tokens get 401.`),
    });
    ends.unshift(async () => tokens.close());
    await tokens.start();
    const { host: address, port, publicUrl, proxies } = settings.fixed;
    const serving = await serveHttp(gateway, {
      token: token.current,
      auth: { namedToken: (text) => tokens.verify(text) },
      tell: (text) => output.talk(text),
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
    ends.push(stopFollowing, followConfig({ line, settings, read, front: serving, context }));
    output.print(front.url);
    output.talk(`Connect a client with: plugboard connect <client> --http ${front.url}`);
    await interrupted();
  } finally {
    for (const end of ends.toReversed()) await end();
  }
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
  const { host = '127.0.0.1', proxies } = fixed;
  const hasPrincipals = oauth !== undefined || (await store.list()).some(({ use }) => use === 'clients');
  const message = listenFault({
    host,
    hasTls: tlsFiles !== undefined,
    isBehindProxy: proxies !== undefined,
    hasPrincipals,
  });
  if (message !== undefined) throw new PlugboardError('usage', { message });
}
