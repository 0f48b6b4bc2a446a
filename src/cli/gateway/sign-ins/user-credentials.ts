import { memoryFlows } from '../../../gateway/sign-in/memory-flows.ts';
import type { FlowStore } from '../../../gateway/sign-in/user-accounts.ts';
import type { SealedTexts, SharedState } from '../../../gateway/state/gateway-state.ts';
import { stateKeyFor } from '../../../gateway/state/state-key.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import type { Host } from '../../../model/host.ts';
import { type CredentialStore, parseCredential } from '../../../runtime/sign-in/tokens/credential.ts';
import { type Key, keyOf, parseSealed, seal, unseal } from '../../../store/credentials/cipher.ts';
import { credentialFiles } from '../../../store/credentials/credentials.ts';
import { hashOf, signOutFile, signOutsInState, type SignOuts } from './sign-outs.ts';

/** Where the sign-ins of users are kept, encrypted. */
export interface UserCredentials {
  readonly flows: FlowStore;
  /** Belongs to this account alone. */
  readonly storeOf: (account: string) => CredentialStore;
  /** Which sign-ins were deleted, by this gateway or another program. */
  readonly signOuts: Pick<SignOuts, 'follow'>;
}

/** In the shared state, with a key that is not in it; else in the state directory. */
export function userCredentials(
  host: Host,
  shared: SharedState | undefined,
  secret: string | undefined,
): UserCredentials {
  if (!shared) {
    const signOuts = signOutFile(host);
    return {
      flows: memoryFlows(),
      signOuts,
      storeOf: (account) => announced(filesOf(host, account), account, signOuts),
    };
  }
  if (secret === undefined) {
    const message = 'Sign-ins of users in a shared state are encrypted with PLUGBOARD_STATE_KEY, which is not set.';
    throw new PlugboardError('usage', { message });
  }
  const key = keyOf(stateKeyFor('sign-in', secret));
  const signOuts = signOutsInState(shared);
  return {
    flows: sealedFlows(shared.sealed, key),
    signOuts,
    storeOf: (account) => announced(sealedStore(shared.sealed, account, key), account, signOuts),
  };
}

/** Deletes all sign-ins of an account. Returns how many there were. Needs no key. */
export async function removeSignIns(host: Host, shared: SharedState | undefined, account: string): Promise<number> {
  const removed = shared ? await removeSealed(shared.sealed, account) : await removeFiles(filesOf(host, account));
  if (removed > 0) await (shared ? signOutsInState(shared) : signOutFile(host)).announce(account);
  return removed;
}

/** How many servers an account is signed in to. */
export async function countSignIns(host: Host, shared: SharedState | undefined, account: string): Promise<number> {
  if (shared) return Object.keys(await shared.sealed.readGroup(hashOf(account))).length;
  const { values, unreadable } = await filesOf(host, account).list();
  return values.length + unreadable.length;
}

/** Tells other programs about deleted sign-ins. */
function announced(store: CredentialStore, account: string, signOuts: SignOuts): CredentialStore {
  return {
    ...store,
    async remove(id) {
      const isRemoved = await store.remove(id);
      if (isRemoved) await signOuts.announce(account);
      return isRemoved;
    },
  };
}

/** Each under its lock: a gateway that refreshes a token would store it again. */
async function removeSealed(texts: SealedTexts, account: string): Promise<number> {
  const group = hashOf(account);
  const fields = Object.keys(await texts.readGroup(group));
  for (const field of fields)
    await texts.exclusively(`${group} ${field}`, async () => texts.removeFromGroup(group, field));
  return fields.length;
}

async function removeFiles(store: CredentialStore): Promise<number> {
  const { values, unreadable } = await store.list();
  const ids = values.flatMap((value) => parseCredential(value)?.id ?? []);
  for (const id of ids) await store.exclusively(id, async () => store.remove(id));
  const [damaged] = unreadable;
  // Its name is the hash of an id that cannot be read.
  if (damaged) throw damaged;
  return ids.length;
}

function filesOf(host: Host, account: string): CredentialStore {
  return credentialFiles(host, { directory: `user-credentials/${hashOf(account)}` });
}

function sealedFlows(texts: SealedTexts, key: Key): FlowStore {
  const nameOf = (id: string): string => `flow ${hashOf(id)}`;
  const opened = (id: string, text: string | undefined): unknown =>
    text === undefined ? undefined : open(text, nameOf(id), key);
  return {
    put: async (id, value, ttlMs) => texts.put(nameOf(id), JSON.stringify(seal(value, nameOf(id), key)), ttlMs),
    read: async (id) => opened(id, await texts.read(nameOf(id))),
    take: async (id) => opened(id, await texts.take(nameOf(id))),
  };
}

/** A text that was moved from another account or name cannot be decrypted. */
function sealedStore(texts: SealedTexts, account: string, key: Key): CredentialStore {
  const group = hashOf(account);
  const nameOf = (field: string): string => `${group} ${field}`;
  return {
    async read(id) {
      const text = (await texts.readGroup(group))[hashOf(id)];
      return text === undefined ? undefined : open(text, nameOf(hashOf(id)), key);
    },
    async write(id, value) {
      await texts.putInGroup(group, hashOf(id), JSON.stringify(seal(value, nameOf(hashOf(id)), key)));
      return 'file';
    },
    remove: async (id) => texts.removeFromGroup(group, hashOf(id)),
    async list() {
      const values: unknown[] = [];
      const unreadable: Error[] = [];
      for (const [field, text] of Object.entries(await texts.readGroup(group))) {
        try {
          values.push(open(text, nameOf(field), key));
        } catch (error) {
          unreadable.push(error instanceof Error ? error : new Error(String(error)));
        }
      }
      return { values, unreadable };
    },
    exclusively: async (id, work) => texts.exclusively(nameOf(hashOf(id)), work),
  };
}

/** Throws if the text was sealed with another key or name, or changed since. */
function open(text: string, name: string, key: Key): unknown {
  const sealed = parseSealed(text);
  if (!sealed) throw new Error('A sign-in in the shared state is damaged.');
  return unseal(sealed, name, key);
}
