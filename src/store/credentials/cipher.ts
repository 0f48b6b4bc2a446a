import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Key {
  /** Identifies a key without revealing it. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** An encrypted value. Bound to the name it is stored under, so that files cannot be swapped. */
export interface Sealed {
  readonly version: 1;
  readonly key: string;
  readonly nonce: string;
  readonly tag: string;
  readonly data: string;
}

export const KEY_BYTES = 32;

export function keyOf(bytes: Uint8Array): Key {
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
}

export function newKey(): Key {
  return keyOf(randomBytes(KEY_BYTES));
}

export function seal(value: unknown, name: string, key: Key): Sealed {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(name));
  const data = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return {
    version: 1,
    key: key.id,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** Throws if it was sealed with a different key or name, or modified since. */
export function unseal({ nonce, tag, data }: Sealed, name: string, key: Key): unknown {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64'), { authTagLength: 16 })
    .setAAD(Buffer.from(name))
    .setAuthTag(Buffer.from(tag, 'base64'));
  const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString();
  return JSON.parse(text) as unknown;
}

export function parseSealed(text: string): Sealed | undefined {
  try {
    const { version, key, nonce, tag, data } = JSON.parse(text) as Partial<Sealed>;
    if (version !== 1 || typeof key !== 'string' || typeof nonce !== 'string') return undefined;
    return typeof tag === 'string' && typeof data === 'string' ? { version, key, nonce, tag, data } : undefined;
  } catch {
    return undefined;
  }
}
