/** Shorter ones are in every other word. */
export const SHORTEST_SECRET = 4;
const MASK = '••••••••';

/** Hides known secrets in a text, also where they stand in the spelling of an address, of JSON or of base64. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const spellings = new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf));
  // A secret may be a part of another one, which would no longer be found afterwards.
  const longestFirst = [...spellings].toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // The last characters depend on what follows the secret.
  const base64 = ['base64', 'base64url'] as const;
  const inBase64 = base64.map((spelling) => bytes.toString(spelling).replace(/=+$/, '').slice(0, -1));
  // Through the bytes, because half of a character cannot be spelled in an address.
  const inAddress = encodeURIComponent(bytes.toString());
  return [secret, inAddress, JSON.stringify(secret).slice(1, -1), ...inBase64.filter((it) => it.length > 8)];
}
