/** System storage for small secrets. Each function rejects if there is none or it is unavailable. */
export interface Keychain {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
}

interface Entry {
  getPassword(signal: AbortSignal): Promise<string | null | undefined>;
  setPassword(password: string, signal: AbortSignal): Promise<void>;
}

interface Keyring {
  readonly AsyncEntry: new (service: string, account: string, options: unknown) => Entry;
}

/** In a variable, so that neither the compiler nor the bundler needs this optional package. */
const KEYRING = '@napi-rs/keyring';
const SERVICE = 'plugboard';

/** The keychain may wait to be unlocked while no one is present. */
const LIMIT_MS = 10_000;

/** On Linux the package would fall back to a second store, which is lost on shutdown. */
const OPTIONS = { linux: { store: 'secret-service' } };

export const systemKeychain: Keychain = {
  async read(account) {
    return (await (await entry(account)).getPassword(AbortSignal.timeout(LIMIT_MS))) ?? undefined;
  },
  async write(account, secret) {
    await (await entry(account)).setPassword(secret, AbortSignal.timeout(LIMIT_MS));
  },
};

async function entry(account: string): Promise<Entry> {
  const { AsyncEntry } = (await import(KEYRING)) as Keyring;
  return new AsyncEntry(SERVICE, account, OPTIONS);
}
