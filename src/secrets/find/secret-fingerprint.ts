import { scrypt } from 'node:crypto';

/**
 * Ten digits that identify a value on every machine without revealing it: a report may be public. The hash is slow and
 * short, so that a guessed password cannot be confirmed from it with certainty, nor many of them be tried quickly.
 */
export async function secretFingerprint(value: string): Promise<string> {
  const known = cache.get(value) ?? derive(value);
  cache.set(value, known);
  return known;
}

/** The same value is often in many files. */
const cache = new Map<string, Promise<string>>();

const COST = { N: 2 ** 12, r: 8, p: 1 };
const BYTES = 5;

async function derive(value: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(value, 'plugboard/secret-fingerprint/1', BYTES, COST, (error, bytes) =>
      error ? reject(error) : resolve(bytes.toString('hex')),
    );
  });
}
