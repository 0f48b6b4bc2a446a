/** Words that mark a secret, in a name split into lower-case words. `AUTHOR`, `PATH` and `TOKENIZER` contain none. */
const SECRET_WORDS =
  /(?:^| )(?:[a-z]*(?:token|secret|password|passwd|passphrase|passcode|apikey)s?|pass|pin(?: code)?$|otp$|pwd|creds?|credentials?|auth|authorization|cookies?|bearer|jwt|pat|dsn|mnemonic|connection string|session id|(?:api|access|private|secret|signing|encryption|account|role) keys?|keys?$)(?: |$)/;

/** Endings of names that describe a secret but do not hold one, such as `TOKEN_URL`. */
const ABOUT =
  /(?:^| )(?:file|path|dir|url|uri|endpoint|type|mode|method|provider|limit|count|size|name|user|username|email|host|domain|port|region|scopes?|issuer|audience|algorithm|redirect|ttl|expiry|expires|timeout|enabled|required|env|var|variable|env keys?|(?<!session )id)$/;

/** Whether a variable, header, option or query parameter of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return SECRET_WORDS.test(words) && !ABOUT.test(words);
}

/** Whether the name of a value marks it as a URL, a mode, an id or similar. */
export function isAboutSecret(name: string): boolean {
  return ABOUT.test(wordsOf(name));
}

/** Whether even a few digits under this name are a secret and not a count. */
export function isPasswordName(name: string): boolean {
  return /pass|pwd|(?:^| )(?:pin|otp)(?: |$)/.test(wordsOf(name));
}

/** Files repeat the same few names. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

/** Splits camelCase too: `apiToken` becomes `api token`. */
function wordsOf(name: string): string {
  const words = known.get(name);
  if (words !== undefined) return words;
  const split = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const found = split.replaceAll(/[^a-z]+/g, ' ').trim();
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, found);
  return found;
}
