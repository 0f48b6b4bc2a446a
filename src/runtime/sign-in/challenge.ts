/** What a server says when it does not let somebody in. All of it is the server's word. */
export interface Challenge {
  readonly status: 401 | 403;
  readonly resourceMetadataUrl?: string;
  /** The rights it wants, separated by spaces. */
  readonly scope?: string;
}

/** As long as all rights together can reasonably be. */
const LONGEST_SCOPE = 4000;

/** Undefined when the answer is no such thing: of those who are let in, only some may not do everything. */
export async function challengeIn(response: Response): Promise<Challenge | undefined> {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  if (status === 403 && error !== 'insufficient_scope') return undefined;
  return {
    status,
    ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }),
    ...(scope !== undefined && isScope(scope) && { scope }),
  };
}

/** Only what the protocol allows in it. */
function isScope(text: string): boolean {
  return text.length <= LONGEST_SCOPE && /^[\u0021\u0023-\u005b\u005d-\u007e ]+$/.test(text);
}
