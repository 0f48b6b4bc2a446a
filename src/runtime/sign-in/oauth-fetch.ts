import { lookup as systemLookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { unlessAborted } from '../connect/abortable.ts';
import type { Fetch } from '../connect/http/guarded-fetch.ts';
import { withBody } from '../connect/http/with-body.ts';
import { forbidden, isLoopbackName, type Reach } from './forbidden-address.ts';
import { isNamed, type NamedPlaces } from './named-places.ts';
import { shownAddress } from './sign-in-error.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

export type Lookup = (hostname: string) => Promise<readonly Address[]>;

export interface OauthFetchOptions {
  /** Addresses that may be local or private. Others come from servers and could point anywhere. */
  readonly named: NamedPlaces;
  /** Whether private networks may be contacted. */
  readonly privateNetworks?: boolean;
  readonly signal?: AbortSignal;
  /** For a whole request. */
  readonly timeoutMs?: number;
  /** Limit for the response body. */
  readonly maxBytes?: number;
  readonly lookup?: Lookup;
}

/**
 * The request was not sent, or its response was rejected. A `TypeError`, as thrown by `fetch`: the SDK takes other
 * errors for a missing document and tries the next address.
 */
export class FetchRefused extends TypeError {
  readonly isForbidden: boolean;
  /** Whether naming the address in the definition would allow it. */
  readonly isNearby: boolean;

  constructor(url: URL, why: string, isForbidden: boolean, isNearby = false) {
    super(`${shownAddress(url)} ${why}`);
    this.name = 'FetchRefused';
    this.isForbidden = isForbidden;
    this.isNearby = isNearby;
  }
}

const usualLookup: Lookup = async (hostname) => systemLookup(hostname, { all: true });

/**
 * `fetch` for OAuth, where servers choose the addresses. Allows only https and public addresses, unless a person has
 * named the address. Names are resolved once, and the checked address is the one contacted. Redirects are returned to
 * the caller, who requests the next address.
 */
export function oauthFetch(options: OauthFetchOptions): Fetch {
  const { lookup = usualLookup, timeoutMs = 10_000, maxBytes = 1024 * 1024 } = options;
  const reachOf = (url: URL): Reach => {
    const loopback = isNamed(url, options.named);
    return { loopback, privateNetworks: loopback || options.privateNetworks === true };
  };
  return async (target, init = {}) => {
    const url = new URL(target);
    const limit = AbortSignal.timeout(timeoutMs);
    const signals = [limit, options.signal, init.signal].filter((signal) => signal instanceof AbortSignal);
    const signal = AbortSignal.any(signals);
    try {
      const addresses = await unlessAborted(addressesOf(url, reachOf(url), lookup), signal);
      return await send(url, init, addresses, maxBytes, signal);
    } catch (error) {
      options.signal?.throwIfAborted();
      init.signal?.throwIfAborted();
      if (limit.aborted) throw new FetchRefused(url, `did not answer within ${timeoutMs / 1000} s`, false);
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(url, `cannot be reached (${codeOf(error)})`, false);
    }
  };
}

const EVERYWHERE: Reach = { loopback: true, privateNetworks: true };

/** Resolves a host and verifies that all its addresses may be contacted. */
async function addressesOf(url: URL, reach: Reach, lookup: Lookup): Promise<readonly Address[]> {
  const refuse = (why: string, isNearby = false): never => {
    throw new FetchRefused(url, `is not contacted: ${why}`, true, isNearby);
  };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.username !== '' || url.password !== '') refuse('it contains credentials');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackName(host))) refuse('it is not https');
  // Such names refer to this machine even where they cannot be resolved.
  if (isLoopbackName(host) && !reach.loopback) refuse('it is this machine', true);
  const addresses = isIP(host) === 0 ? await lookup(host) : [{ address: host, family: isIP(host) }];
  if (addresses.length === 0) refuse('the host is unknown');
  for (const { address } of addresses) {
    const why = forbidden(address, reach);
    if (why !== undefined) refuse(why, forbidden(address, EVERYWHERE) === undefined);
  }
  return addresses;
}

async function send(
  url: URL,
  { method = 'GET', headers, body }: RequestInit,
  addresses: readonly Address[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<Response> {
  const lookup: LookupFunction = (_, { all }, found) => {
    const [{ address, family } = { address: '', family: 0 }] = addresses;
    if (all) found(null, [...addresses]);
    else found(null, address, family);
  };
  const text = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : undefined;
  const sent = { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' };
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((done, fail) => {
    start(url, { method, headers: sent, lookup, signal, agent: false }, done).once('error', fail).end(text);
  });
  const bytes = await bodyOf(response, url, maxBytes);
  const { statusCode: status = 500, statusMessage: statusText = '' } = response;
  return withBody({ status, statusText, headers: headersOf(response) }, bytes && Uint8Array.from(bytes));
}

async function bodyOf(response: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchRefused(url, `answered with more than ${maxBytes} bytes`, false);
    chunks.push(chunk);
  }
  return [204, 205, 304].includes(response.statusCode ?? 0) ? null : Buffer.concat(chunks);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '' ? 'the connection failed' : code;
}
