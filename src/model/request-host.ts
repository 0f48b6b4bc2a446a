/** A request as far as it says which host it is for. */
export interface HostedRequest {
  /** Names and values in turn, as they were sent: Node drops a second Host elsewhere. */
  readonly rawHeaders: readonly string[];
  /** The target of the request. */
  readonly url?: string | undefined;
}

/**
 * What makes it unclear which host a request is for: a proxy, a browser and this program could each believe another one.
 * Undefined when nothing does.
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
