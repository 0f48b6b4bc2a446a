import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import type { Host } from '../../model/host.ts';

/** Environment variables that Plugboard uses. For the location of its own files, the first one set wins. */
export const ownVariables: Readonly<Record<string, string>> = {
  PLUGBOARD_HOME: 'one directory for state and cache',
  XDG_CONFIG_HOME:
    'base directory of configuration, `~/.config` by default: your catalog, and the files of many clients',
  XDG_STATE_HOME: 'base directory of state, `~/.local/state` by default',
  XDG_CACHE_HOME: 'base directory of caches, `~/.cache` by default',
  APPDATA: 'base directory of configuration on Windows',
  LOCALAPPDATA: 'base directory of state and caches on Windows',
  NO_COLOR: 'print without colors',
  FORCE_COLOR: 'print in colors even when the output is not a terminal',
  CLICOLOR_FORCE: 'the same',
  TERM: '`dumb` means no colors',
  LC_ALL: 'a locale without UTF-8 selects ASCII symbols',
  LC_CTYPE: 'the same, when `LC_ALL` is not set',
  LANG: 'the same, when neither is set',
  CI: 'never prompt',
  VISUAL: 'editor of `plugboard edit`',
  EDITOR: 'the same, when `VISUAL` is not set',
  PLUGBOARD_KEY_FILE: 'file with the key of the vault and of sign-ins, while no keychain can be used',
  PLUGBOARD_PASSPHRASE_FILE:
    'file, readable by you alone, with the passphrase that the key of the vault is encrypted with',
  PLUGBOARD_PASSPHRASE: 'the passphrase itself; other programs of yours can read it',
  PLUGBOARD_AUTH_SERVERS:
    'authorization servers on this machine or in a private network that may be contacted, separated by commas',
  PLUGBOARD_STATE:
    'state of gateways, for all commands with `--state`, when it is not given: keeps a password off the command line',
  BROWSER: 'browser for sign-ins, except on Windows; `none` for no browser',
};

/** Variables that relocate config files of clients, with the clients that use them. */
export function clientVariables(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, locations, switches = [] } of Object.values<Client>(clients)) {
    const variables = [...locations, ...switches].flatMap(({ baseVariable }) => baseVariable ?? []);
    for (const variable of new Set(variables)) found.set(variable, [...(found.get(variable) ?? []), name]);
  }
  return found;
}

/** Not used on other systems. */
const windowsOnly = ['APPDATA', 'LOCALAPPDATA'];

/** The variables that are set. None of them should contain a secret. */
export function variablesIn({ env, platform }: Pick<Host, 'env' | 'platform'>): Record<string, string> {
  const isShown = (name: string): boolean =>
    name !== 'PLUGBOARD_PASSPHRASE' && (platform === 'win32' || !windowsOnly.includes(name));
  const own = Object.keys(ownVariables).filter(isShown);
  const names = [...own, ...clientVariables().keys()];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
