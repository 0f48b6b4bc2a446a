/** Reads a password of the system's keychain; undefined when there is none. */
export type ReadKeychain = (service: string, account: string, signal?: AbortSignal) => Promise<string | undefined>;

export type KeychainResult = { readonly output: string } | { readonly problem: string };

interface Keyring {
  readonly AsyncEntry: new (
    service: string,
    account: string,
  ) => { getPassword(signal?: AbortSignal): Promise<string | null | undefined> };
}

/** Kept in a variable, so that neither the compiler nor the bundler needs the package, which is optional. */
const KEYRING = '@napi-rs/keyring';

export class KeyringMissing extends Error {}

/** Needs a package with compiled code, which a person installs only to use this. */
export const readKeychain: ReadKeychain = async (service, account, signal) => {
  let keyring: Keyring;
  try {
    keyring = (await import(KEYRING)) as Keyring;
  } catch (error) {
    throw new KeyringMissing(`${KEYRING} is not there`, { cause: error });
  }
  return (await new keyring.AsyncEntry(service, account).getPassword(signal)) ?? undefined;
};

/** The value of `keychain:service/account`. The service may hold slashes of its own. */
export async function fromKeychain(
  reference: string,
  read: ReadKeychain,
  signal?: AbortSignal,
): Promise<KeychainResult> {
  const [, service, account] = /^keychain:(.+)\/([^/]+)$/s.exec(reference) ?? [];
  if (service === undefined || account === undefined) return { problem: 'it should be keychain:service/account' };
  const limit = AbortSignal.timeout(10_000);
  try {
    const output = await read(service, account, signal ? AbortSignal.any([signal, limit]) : limit);
    return output ? { output } : { problem: 'the keychain has no such entry' };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof KeyringMissing) {
      return { problem: `reading the keychain needs the package ${KEYRING}, which is not installed` };
    }
    return { problem: limit.aborted ? 'the keychain did not answer within 10 s' : 'the keychain cannot be read' };
  }
}
