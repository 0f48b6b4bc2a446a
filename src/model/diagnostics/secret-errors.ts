import { define } from './error-entry.ts';

const remedies = {
  missing: 'Put it into a file with mode 600 and set PLUGBOARD_PASSPHRASE_FILE, or run this at a terminal.',
  wrong: 'The passphrase is wrong.',
  damaged: 'The file with the encrypted key is damaged.',
};

const afterwards = {
  restored: 'It has the previous value again.',
  removed: 'What it kept of the value was removed.',
  unknown: 'What it had before could not be put back; look at the entry with the program of the vault.',
};

/** Errors of vaults and of the launcher. None of them contains a value. */
export const secretErrors = {
  'passphrase-needed': define(
    'The key of the vault is encrypted with a passphrase that was not given, or the passphrase is wrong.',
    (data: { why: keyof typeof remedies }) => `The vault cannot be opened. ${remedies[data.why]}`,
  ),
  'secret-unknown': define(
    'The vault has no secret with this name.',
    (data: { name: string; near?: string }) =>
      `No secret named "${data.name}"${data.near === undefined ? '' : `. Did you mean "${data.near}"?`}`,
  ),
  'secret-exists': define(
    'There is a secret with this name. It is not replaced without being asked to.',
    (data: { name: string }) => `There is a secret named "${data.name}" already.`,
  ),
  'secret-used': define(
    'Servers refer to the secret, and would start without it.',
    (data: { name: string; server: string; client: string; others: number }) =>
      `"${data.name}" is used by "${data.server}" in ${data.client}${data.others > 0 ? ` and by ${data.others} more` : ''}.`,
  ),
  'secret-name-invalid': define(
    'The name of a secret is not the name of a variable.',
    (data: { name: string }) =>
      `"${data.name}" is not a name for a secret: use letters, digits and _, and start with a letter.`,
  ),
  'vault-failed': define(
    'A vault cannot be read or written. `data.why` is what its program reported, without values.',
    (data: { vault: string; why: string }) => `The vault ${data.vault} failed: ${data.why}`,
  ),
  'vault-value-too-long': define(
    'A value is longer than the vault keeps. Nothing was stored. Encrypted files take a value of any length.',
    (data: { vault: string; name: string; bytes: number; limit: number }) =>
      `The value of ${data.name} has ${data.bytes} bytes, and the vault ${data.vault} keeps ${data.limit} at most. Nothing was stored. Encrypted files keep longer ones: plugboard secrets set ${data.name} --to file --overwrite`,
  ),
  'vault-not-kept': define(
    'A vault returned another value than was stored in it. `data.now` says what it has now.',
    (data: { vault: string; name: string; now: keyof typeof afterwards }) =>
      `The vault ${data.vault} did not keep the value of ${data.name}. ${afterwards[data.now]}`,
  ),
  'vault-locked': define(
    'A vault is locked, and cannot ask for its password here. The value is still in it.',
    (data: { vault: string }) =>
      `The vault ${data.vault} is locked. Unlock it, for example by signing in to the desktop, and try again.`,
  ),
  'history-unreadable': define(
    'The Git history of the project cannot be read.',
    (data: { why: string }) => `The Git history of this directory cannot be read: ${data.why}`,
  ),
  'secret-not-given': define(
    'A server asks for secrets that it was not given. `plugboard secrets allow` gives them to it.',
    (data: { server: string; names: readonly string[] }) =>
      `"${data.server}" asks for ${data.names.join(', ')}, which it was not given.`,
  ),
  'secret-start-differs': define(
    'A server would run other code, or be at another address, than what it was given its secrets for. `data.differs` says what differs. `plugboard secrets allow` gives them to this start too.',
    (data: { server: string; names: readonly string[]; differs: readonly string[] }) =>
      `"${data.server}" was given ${data.names.join(', ')} for another start: ${data.differs.join('; ')}.`,
  ),
} as const;
