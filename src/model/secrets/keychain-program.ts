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

/** Adds or replaces a password; undefined if the system has no such program. */
export function keychainStore(
  platform: Host['platform'],
  service: string,
  account: string,
  secret: string,
): KeychainProgram | undefined {
  switch (platform) {
    case 'linux': {
      const args = ['store', '--label', `${service}: ${account}`, '--', ...attributes(service, account)];
      return { file: 'secret-tool', args, input: secret };
    }
    case 'darwin': {
      // Read from standard input as a command line.
      const words = ['-s', service, '-a', account, '-w', secret].map(
        (word) => `"${word.replaceAll(/["\\]/g, '\\$&')}"`,
      );
      return { file: '/usr/bin/security', args: ['-i'], input: `add-generic-password -U ${words.join(' ')}\n` };
    }
    case 'win32':
      return undefined;
  }
}
