/** The parts of a request that name its host and its sender. */
export interface RawRequest {
  /** Alternating names and values as sent: the parsed headers of Node omit a second Host or Authorization. */
  readonly rawHeaders: readonly string[];
  /** The request target. */
  readonly url?: string | undefined;
}

/**
 * Why the host or the sender of a request is ambiguous, so that a proxy, a browser and this program could each assume
 * another one; undefined if they are not.
 */
export function ambiguityIn({ rawHeaders, url = '' }: RawRequest): string | undefined {
  let host: string | undefined;
  let hasToken = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) {
      if (host !== undefined) return 'Bad request: more than one Host header';
      host = rawHeaders[at + 1];
    } else if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) {
      if (hasToken) return 'Bad request: more than one Authorization header';
      hasToken = true;
    }
  }
  if (url === '' || url.charCodeAt(0) === SLASH || url === '*') return undefined;
  const named = hostIn(url);
  const isSame = named !== undefined && named === hostIn(`http://${host}`);
  return isSame ? undefined : 'Bad request: the address names another host than Host';
}

const HOST = 'host';
const AUTHORIZATION = 'authorization';
const SLASH = 0x2f;

function hostIn(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}
