import { visible } from '../../model/visible.ts';
import { maskSecrets } from '../values/mask-secrets.ts';
import { namingTip } from './named-places.ts';
import { FetchRefused } from './oauth-fetch.ts';
import { failed, SignInError, type SignInProblem, shownAddress } from './sign-in-error.ts';

/** Errors of the SDK, recognized by name: their classes are in a module that is loaded lazily. */
interface SdkError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly kind?: unknown;
  readonly expected?: unknown;
  readonly status?: unknown;
  readonly body?: unknown;
}

/** The OAuth error code, such as `invalid_grant`. */
export function oauthCode(error: unknown): string | undefined {
  const { name, code } = asSdkError(error);
  return name === 'OAuthError' && typeof code === 'string' ? code : undefined;
}

/** Describes a failed sign-in; `secrets` are values that were sent and might be echoed. */
export function explain(error: unknown, secrets: readonly (string | undefined)[] = []): SignInError {
  if (error instanceof SignInError) return error;
  const [problem, why] = reasonOf(error);
  const known = secrets.flatMap((secret) => (secret === undefined ? [] : [secret, asSent(secret)]));
  return failed(
    problem,
    shortened(visible(maskSecrets(why, known))),
    problem === 'refused' ? tipFor(error) : undefined,
  );
}

function tipFor(error: unknown): string | undefined {
  return error instanceof FetchRefused && error.isNearby ? namingTip : undefined;
}

/** The form-urlencoded spelling. */
function asSent(secret: string): string {
  return new URLSearchParams({ '': secret }).toString().slice(1);
}

function reasonOf(error: unknown): readonly [SignInProblem, string] {
  if (error instanceof FetchRefused) return [error.isForbidden ? 'refused' : 'other', error.message];
  const { name, message, status, body } = asSdkError(error);
  const text = typeof message === 'string' ? message : String(error);
  const code = oauthCode(error);
  if (code !== undefined) return [code === 'access_denied' ? 'denied' : 'other', refusal(code, text)];
  if (name === 'IssuerMismatchError') return ['mismatch', mismatch(asSdkError(error))];
  if (typeof status === 'number' && typeof body === 'string') {
    return ['unregistered', `the authorization server rejected the registration (${status}${descriptionIn(body)})`];
  }
  if (name === 'InsecureTokenEndpointError') return ['refused', 'the token endpoint does not use https'];
  if (name === 'ZodError' || name === 'SyntaxError') {
    return ['other', 'the response of the authorization server is invalid'];
  }
  return ['other', text];
}

function refusal(code: string, text: string): string {
  const status = /^HTTP (\d+): Invalid OAuth error response/.exec(text)?.[1];
  if (status !== undefined) return `the authorization server answered with ${status}`;
  return text === code ? code : `${text} (${code})`;
}

/** The unexpected issuer is attacker-controlled, so it is not shown. */
function mismatch({ kind, expected }: SdkError): string {
  const who = typeof expected === 'string' && URL.canParse(expected) ? shownAddress(expected) : 'the expected server';
  return kind === 'metadata'
    ? `the authorization server at ${who} identifies itself as a different one`
    : `the answer did not come from ${who}`;
}

function descriptionIn(body: string): string {
  try {
    const { error, error_description: description } = JSON.parse(body) as Record<string, unknown>;
    const said = [description, error].find((text) => typeof text === 'string');
    return said === undefined ? '' : `: ${said}`;
  } catch {
    return '';
  }
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function asSdkError(error: unknown): SdkError {
  return typeof error === 'object' && error !== null ? error : {};
}
