/** An authentication challenge. All of it is untrusted. */
export interface Challenge {
  readonly status: 401 | 403;
  readonly resourceMetadataUrl?: string;
  /** The required scopes, separated by spaces. */
  readonly scope?: string;
}

/** Sanity limit for the total length. */
const LONGEST_SCOPE = 4000;

/** Undefined unless the response is a 401, or a 403 for insufficient scope. */
export async function challengeIn(response: Response): Promise<Challenge | undefined> {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const { extractWWWAuthenticateParams } = await import('../sdk-client.ts');
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  if (status === 403 && error !== 'insufficient_scope') return undefined;
  return {
    status,
    ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }),
    ...(scope !== undefined && isScope(scope) && { scope }),
  };
}

/** Whether the text contains only characters that the protocol allows. */
function isScope(text: string): boolean {
  return text.length <= LONGEST_SCOPE && /^[\u0021\u0023-\u005b\u005d-\u007e ]+$/.test(text);
}
