import type { ServerToRun } from '../types.ts';
import type { ProblemList } from './problem-list.ts';
import { unusable, type Entries, type EntryField } from './resolve-entries.ts';

export type GetToken = (toRun: ServerToRun) => Promise<string | undefined>;

const none: Entries = { entries: {}, secrets: [] };

/**
 * Adds the sign-in token for a server without its own credentials. It is used literally, even if it begins with `!`. A
 * declared but unresolved value is not replaced by the token.
 */
export async function injectToken(
  toRun: ServerToRun,
  field: EntryField,
  { token, signal }: { readonly token?: GetToken; readonly signal?: AbortSignal },
  problems: ProblemList,
): Promise<Entries> {
  const { server } = toRun;
  const name = field === 'env' ? 'OAUTH_ACCESS_TOKEN' : 'Authorization';
  const declared = Object.keys(server[field] ?? {}).some((other) => other.toLowerCase() === name.toLowerCase());
  const signsIn = server.auth?.type === 'oauth';
  // A remote server requests a sign-in when it needs one; a program cannot, so it gets a token only if the definition
  // says so.
  if (!token || declared || (field === 'env' && !signsIn)) return none;
  let found: string | undefined;
  try {
    found = await token(toRun);
  } catch {
    signal?.throwIfAborted();
    problems.add('auth', 'the stored sign-in cannot be read');
    return none;
  }
  if (!found) {
    // A named credential that is missing is a mistake; without a name, a remote server requests a sign-in itself.
    const { credentialId } = server.auth ?? {};
    if (field === 'env' || credentialId) problems.add('auth', 'not signed in');
    return none;
  }
  const value = field === 'env' ? found : `Bearer ${found}`;
  const problem = unusable(field, name, value);
  if (problem === undefined) return { entries: { [name]: value }, secrets: [found] };
  problems.add('auth', `the stored token cannot be used: ${problem}`);
  return { entries: {}, secrets: [found] };
}
