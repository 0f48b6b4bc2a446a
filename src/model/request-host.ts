/** The parts of a request that name its host. */
export interface HostedRequest {
  /** Alternating names and values as sent: the parsed headers of Node omit a second Host. */
  readonly rawHeaders: readonly string[];
  /** The request target. */
  readonly url?: string | undefined;
}

/**
 * Why the host of a request is ambiguous, so that a proxy, a browser and this program could each assume another one;
 * undefined if it is not.
 */
export function hostFault({ rawHeaders, url = '' }: HostedRequest): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'Bad request: more than one Host header';
    host = rawHeaders[at + 1];
  }
  if (url === '' || url.charCodeAt(0) === SLASH || url === '*') return undefined;
  const named = hostIn(url);
  const isSame = named !== undefined && named === hostIn(`http://${host}`);
  return isSame ? undefined : 'Bad request: the address names another host than Host';
}

const SLASH = 0x2f;

function hostIn(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}
