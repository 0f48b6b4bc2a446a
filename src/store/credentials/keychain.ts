/** A place of the system for small secrets. Each function rejects when there is none, or it cannot be used now. */
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

/** Kept in a variable, so that neither the compiler nor the bundler needs the package, which is optional. */
const KEYRING = '@napi-rs/keyring';
const SERVICE = 'plugboard';

/** Somebody may have to unlock it first, but nobody may be there. */
const LIMIT_MS = 10_000;

/** On Linux there is a second place, which the package would fall back to; it forgets everything when the machine stops. */
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
