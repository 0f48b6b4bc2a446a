import type { Host } from '../host.ts';

/** A call of the system's own program for its keychain. */
export interface KeychainProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** For standard input. Secrets are never arguments, which other users can see. */
  readonly input?: string;
  /** The arguments are quoted for Windows already. */
  readonly isQuoted?: boolean;
}

/** The attributes that other programs for the Secret Service use too. */
const attributes = (service: string, account: string): string[] => ['service', service, 'username', account];

/** Prints a password; undefined if the system has no such program. */
export function keychainLookup(
  platform: Host['platform'],
  service: string,
  account: string,
): KeychainProgram | undefined {
  switch (platform) {
    case 'linux':
      return { file: 'secret-tool', args: ['lookup', '--', ...attributes(service, account)] };
    case 'darwin':
      return { file: '/usr/bin/security', args: ['find-generic-password', '-s', service, '-a', account, '-w'] };
    case 'win32':
      return undefined;
  }
}

/** Finds a password even if it is locked; undefined if the system needs no such program. */
export function keychainSearch(
  platform: Host['platform'],
  service: string,
  account: string,
): KeychainProgram | undefined {
  if (platform !== 'linux') return undefined;
  return { file: 'secret-tool', args: ['search', '--', ...attributes(service, account)] };
}

/** Removes a password; undefined if the system has no such program. */
export function keychainRemove(
  platform: Host['platform'],
  service: string,
  account: string,
): KeychainProgram | undefined {
  switch (platform) {
    case 'linux':
      return { file: 'secret-tool', args: ['clear', '--', ...attributes(service, account)] };
    case 'darwin':
      return { file: '/usr/bin/security', args: ['delete-generic-password', '-s', service, '-a', account] };
    case 'win32':
      return undefined;
  }
}

/**
 * Adds or replaces a password; undefined if the system has no such program. Throws a RangeError if the program would not
 * keep all of the secret, or cannot take the names.
 */
export function keychainStore(
  platform: Host['platform'],
  service: string,
  account: string,
  secret: string,
): KeychainProgram | undefined {
  if (Buffer.byteLength(secret) > keychainLimit(platform, service, account))
    throw new RangeError('The value is too long for the keychain.');
  switch (platform) {
    case 'linux': {
      const args = ['store', '--label', `${service}: ${account}`, '--', ...attributes(service, account)];
      return { file: 'secret-tool', args, input: secret };
    }
    case 'darwin':
      return { file: '/usr/bin/security', args: ['-i'], input: `${storeLine(service, account, secret)}\n` };
    case 'win32':
      return undefined;
  }
}

/** secret-tool stores only the beginning of a longer value. */
const MOST_FOR_SECRET_TOOL = 8192;

/** `security -i` cuts a longer line, and runs the rest as another command. */
const LONGEST_LINE = 4094;

/** How many bytes a password can have. */
export function keychainLimit(platform: Host['platform'], service: string, account: string): number {
  if (platform !== 'darwin') return MOST_FOR_SECRET_TOOL;
  return Math.floor((LONGEST_LINE - storeLine(service, account, '').length) / 4) * 3;
}

/** Entries of our own start with this on macOS. */
const ENCODED = 'plugboard-base64:';

/**
 * The command that `security -i` reads from standard input. A line break would start another command, and `security`
 * prints a password that is not ASCII as hexadecimal digits, so the password is encoded.
 */
function storeLine(service: string, account: string, secret: string): string {
  const words = ['-s', service, '-a', account, '-w', `${ENCODED}${Buffer.from(secret).toString('base64')}`];
  if (words.some((word) => !/^[ -~]*$/.test(word)))
    throw new RangeError('The keychain takes names of printable ASCII characters only.');
  return `add-generic-password -U ${words.map((word) => `"${word.replaceAll(/["\\]/g, '\\$&')}"`).join(' ')}`;
}

/** The password that `keychainLookup` printed. An entry of another program is not encoded. */
export function keychainValue(platform: Host['platform'], output: string): string {
  // secret-tool prints a line break only to a terminal.
  if (platform !== 'darwin') return output;
  const text = output.replace(/\n$/, '');
  return text.startsWith(ENCODED) ? Buffer.from(text.slice(ENCODED.length), 'base64').toString() : text;
}
