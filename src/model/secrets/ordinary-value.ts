import { isPasswordName, isSecretName } from './secret-name.ts';

/**
 * Whether the value of a secret name is no secret: `MAX_TOKENS=4096` is a count, but a password may consist of digits.
 * `bearer_token_env_var = "GITHUB_TOKEN"` names the variable with the secret.
 */
export function isHarmless(name: string, literal: string): boolean {
  if (/^[A-Z]{2,30}\d{0,2}(?:_[A-Z]{1,30}\d{0,2}){1,8}$/.test(literal)) return isSecretName(literal);
  // An authentication type, or a placeholder.
  if (/^auth$/i.test(name) && /^[a-z_-]{1,12}$/i.test(literal)) return true;
  if (/^<[^<>]{1,60}>$/.test(literal)) return true;
  // `LED_PIN=13` is a hardware pin.
  if (/^\d{1,6}$/.test(literal)) return !isPasswordName(name) || (/pin$/i.test(name) && literal.length < 4);
  return /^(?:true|false|yes|no|on|off|null|none)?$/i.test(literal);
}

/** Whether a value is a number, version, port mapping, path, URL or package, as `-p` and `-k` often take. */
export function isOrdinaryArgument(value: string): boolean {
  return (
    isHarmless('', value) ||
    /^v?\d{1,5}(?:\.\d{1,5}){0,3}(?::\d{1,5}){0,2}(?:\/(?:tcp|udp))?$/i.test(value) ||
    /^(?:~|\.{1,2})?[/\\]|^\.{1,2}$|^[A-Za-z]:[/\\]|^[A-Za-z][A-Za-z+.-]{0,20}:\/\//.test(value) ||
    /^@[a-z][a-z0-9._-]{0,60}\/[a-z][a-z0-9._-]{0,80}(?:@[\w.^~*-]{1,30})?$/.test(value) ||
    /^[a-z]{1,30}\d{0,2}(?:[-_/][a-z]{1,30}\d{0,2}){1,10}(?:@[\w.^~*-]{1,30})?$/.test(value) ||
    /^[a-z][a-z-]{0,60}@(?:latest|next|[~^]?\d[\w.-]{0,30})$/.test(value)
  );
}

/** Whether the text after an option letter, as in `-pSECRET`, is a secret, not the rest of a word, path or number. */
export function isGluedSecret(value: string): boolean {
  return (
    value.length >= 8 &&
    /[A-Za-z]/.test(value) &&
    /\d/.test(value) &&
    !/[=\s]/.test(value) &&
    !WORDY.test(value) &&
    !isOrdinaryArgument(value)
  );
}

/** A lower-case, upper-case or camelCase word with a short number, or a number. Unambiguous, so it cannot backtrack. */
const PART = '(?:(?:[A-Z]{2,12}|[A-Za-z][a-z]{0,39}(?:[A-Z][a-z]{2,20}){0,4})\\d{0,4}|\\d{1,8})';
/** Words, dates and counts between separators: `eu-central-1`, `claude-3-5-sonnet-20241022`, `database,docs`. */
const WORDY = new RegExp(`^${PART}(?:[-_.,:/ ]{1,2}${PART})*[-_.,:/ ]?$`);

/** Whether a value without a known name looks generated: long, with letters and digits, and not made of words. */
export function isOpaque(value: string): boolean {
  return value.length >= 12 && /[A-Za-z]/.test(value) && /\d/.test(value) && !WORDY.test(value);
}
