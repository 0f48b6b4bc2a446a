/** Reads a password from the system keychain; undefined if there is none. */
export type ReadKeychain = (service: string, account: string, signal?: AbortSignal) => Promise<string | undefined>;

export type KeychainResult = { readonly output: string } | { readonly problem: string };

interface Keyring {
  readonly AsyncEntry: new (
    service: string,
    account: string,
  ) => { getPassword(signal?: AbortSignal): Promise<string | null | undefined> };
}

/** In a variable, so that neither the compiler nor the bundler needs this optional package. */
const KEYRING = '@napi-rs/keyring';

export class KeyringMissing extends Error {}

/** Requires a native package, which is installed only for this feature. */
export const readKeychain: ReadKeychain = async (service, account, signal) => {
  let keyring: Keyring;
  try {
    keyring = (await import(KEYRING)) as Keyring;
  } catch (error) {
    throw new KeyringMissing(`${KEYRING} is not there`, { cause: error });
  }
  return (await new keyring.AsyncEntry(service, account).getPassword(signal)) ?? undefined;
};

/** Reads `keychain:service/account`. The service may contain slashes. */
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
