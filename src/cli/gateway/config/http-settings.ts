import { isDeepStrictEqual } from 'node:util';
import type { OauthOptions } from '../../../gateway/auth/oauth/access-tokens.ts';
import { defaultLimits, type HttpLimits } from '../../../gateway/http/limits.ts';
import { proxiesFault } from '../../../gateway/http/listen/peers.ts';
import type { Rate } from '../../../gateway/state/gateway-state.ts';
import { STATE_KEY_LENGTH } from '../../../gateway/state/state-key.ts';
import { numberIn } from '../number-in.ts';
import type { Complaints, ServeFlags } from '../serve-flags.ts';
import { stateIn } from '../state/state-flag.ts';
import { defined } from './defined.ts';
import type { GatewayConfig } from './gateway-config.ts';
import { oauthSettings } from './oauth-settings.ts';
import { isWebUrl } from './read-gateway-config.ts';
import { telemetryIn } from './telemetry-settings.ts';

/** A balancer needs some time to notice that one of several gateways is leaving. */
const SHARED_DRAIN_S = '2';

/** How the gateway is served over HTTP. */
export interface HttpSettings {
  /** These cannot change while the gateway runs. */
  readonly fixed: {
    readonly host?: string;
    readonly port?: number;
    readonly publicUrl?: string;
    readonly proxies?: readonly string[];
    /** `memory` or a URL. */
    readonly state: string;
    readonly stateKey?: string;
    readonly isolation?: NonNullable<GatewayConfig['isolation']>;
    readonly credentials?: NonNullable<GatewayConfig['credentials']>;
    readonly telemetry?: NonNullable<GatewayConfig['telemetry']>;
    readonly audit?: NonNullable<GatewayConfig['audit']>;
  };
  readonly tlsFiles?: { readonly cert: string; readonly key: string };
  readonly oauth?: OauthOptions;
  readonly limits: Partial<HttpLimits>;
}

/** Merges the options with the file. An option replaces the setting of the file. */
export function httpSettings(
  { flags, port, env }: ServeOptions,
  config: GatewayConfig,
  command: Complaints,
): HttpSettings {
  const { listen = {}, isolation, credentials, audit } = config;
  const state = stateIn(flags, env, config.state);
  const publicUrl = flags.publicUrl ?? listen.publicUrl;
  if (publicUrl !== undefined && !isWebUrl(publicUrl)) command.error('error: --public-url takes an http or https URL');
  const auditTo = flags.audit === undefined ? audit : { ...audit, file: flags.audit };
  return {
    fixed: {
      state,
      ...defined<Omit<HttpSettings['fixed'], 'state'>>({
        host: flags.host ?? listen.host,
        port: port ?? listen.port,
        publicUrl,
        proxies: proxiesIn(flags, listen, command),
        stateKey: stateKeyIn(config, env, command),
        isolation,
        credentials,
        telemetry: telemetryIn(config, env, command),
        audit: auditTo,
      }),
    },
    ...defined<Pick<HttpSettings, 'tlsFiles' | 'oauth'>>({
      tlsFiles: tlsFilesIn(flags, listen, command),
      oauth: oauthSettings(flags, config, publicUrl, command),
    }),
    limits: { ...limitsIn(config), ...shutdownIn(flags, state, command), ...rateIn(flags, command) },
  };
}

function stateKeyIn({ stateKey }: GatewayConfig, env: ServeOptions['env'], command: Complaints): string | undefined {
  const key = stateKey ?? (env['PLUGBOARD_STATE_KEY'] || undefined);
  if (key !== undefined && key.length < STATE_KEY_LENGTH)
    command.error(`error: PLUGBOARD_STATE_KEY needs at least ${STATE_KEY_LENGTH} characters`);
  return key;
}

/** The options of the command line, and the environment. */
interface ServeOptions {
  readonly flags: ServeFlags;
  readonly port: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A file without limits sets them back to the defaults. */
function limitsIn({ limits = {} }: GatewayConfig): Partial<HttpLimits> {
  const { perSecond, burst, ...rest } = limits;
  const { sessions, pending, pendingPerClient, bodyBytes } = defaultLimits;
  const perToken = rateOf(perSecond, burst);
  return { sessions, pending, pendingPerClient, bodyBytes, ...rest, ...(perToken && { perToken }) };
}

function rateOf(perSecond: number | undefined, burst: number | undefined): Rate | undefined {
  const rate = perSecond ?? burst;
  return rate === undefined ? undefined : { perSecond: rate, burst: burst ?? Math.max(1, rate) };
}

function rateIn({ rate }: ServeFlags, command: Complaints): Partial<HttpLimits> {
  const perSecond = rate === undefined ? 0 : numberIn(rate, '--rate', command);
  return perSecond > 0 ? { perToken: { perSecond, burst: Math.max(1, perSecond) } } : {};
}

/** With other gateways, the balancer must notice before connections are refused. */
function shutdownIn({ drainDelay }: ServeFlags, state: string, command: Complaints): Partial<HttpLimits> {
  const delay = numberIn(drainDelay ?? (state === 'memory' ? '0' : SHARED_DRAIN_S), '--drain-delay', command);
  return { noticeMs: delay * 500, refuseMs: delay * 500 };
}

function tlsFilesIn(flags: ServeFlags, listen: Listen, command: Complaints): HttpSettings['tlsFiles'] {
  const [cert, key] = [flags.cert ?? listen.cert, flags.key ?? listen.key];
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert !== undefined || key !== undefined) command.error('error: --cert and --key are needed together');
  return undefined;
}

/** Undefined if there are none. */
function proxiesIn(flags: ServeFlags, listen: Listen, command: Complaints): readonly string[] | undefined {
  const proxies = flags.behindProxy?.split(',').map((one) => one.trim()) ?? listen.behindProxy ?? [];
  const fault = proxiesFault(proxies);
  if (fault !== undefined) command.error(`error: --behind-proxy: ${fault}`);
  return proxies.length === 0 ? undefined : proxies;
}

type Listen = NonNullable<GatewayConfig['listen']>;

/** Names of the settings that differ and need a restart. */
export function changedFixed(before: HttpSettings, now: HttpSettings): string[] {
  const keys = new Set([...Object.keys(before.fixed), ...Object.keys(now.fixed)]) as Set<keyof HttpSettings['fixed']>;
  const changed: string[] = [...keys].filter((key) => !isDeepStrictEqual(before.fixed[key], now.fixed[key]));
  const isOther = (before.tlsFiles === undefined) !== (now.tlsFiles === undefined);
  return isOther ? [...changed, 'cert', 'key'] : changed;
}
