import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { findProgram, isTemporaryInstall, lastingSearchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { launcherVariables } from '../../model/launcher/launcher-entry.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';

export interface OwnProgramFor {
  /** For a client that is started from the desktop, which may find neither Plugboard nor Node. */
  readonly isDesktop?: boolean | undefined;
  /** For a file that is shared with others. */
  readonly isShared?: boolean | undefined;
  /** For a client that is started now, and not again. */
  readonly isForThisRun?: boolean;
}

/**
 * The words that start Plugboard: its name if it is on the PATH, else absolute paths. Throws `program-temporary` if neither
 * would work later: it or its Node was started by npx or a similar program, or the file is shared and has no room for a path
 * of this machine. `npx plugboard` would not do: it runs what the project has under that name, and asks the registry at every start.
 */
export async function ownProgram(
  host: Host,
  { isDesktop, isShared, isForThisRun }: OwnProgramFor = {},
): Promise<string[]> {
  const found = await onLastingPath(host);
  if (found !== undefined && (isShared || !isDesktop)) return ['plugboard'];
  const installed = found === undefined ? undefined : realpathSync(found);
  const script = installed?.endsWith('.js') ? installed : realpathSync(process.argv[1] ?? '');
  const isLasting = ![process.execPath, script].some(isTemporaryInstall);
  if (isForThisRun || (!isShared && isLasting)) return [process.execPath, script];
  // Some package managers put a program that starts the script on the PATH instead of a link to it.
  if (found !== undefined) return [found];
  throw new PlugboardError('program-temporary', { install: 'npm install -g plugboard' });
}

/** Where clients find `plugboard`. */
export async function onLastingPath(host: Host): Promise<string | undefined> {
  return (await findProgram(host, 'plugboard', lastingSearchPath(host), host.cwd)).found;
}

/**
 * The variable that moves our state, if it is set. A client may be started without it, and a gateway that reads another
 * state knows neither approvals nor which servers came from a project.
 */
export function stateVariable({ env, cwd }: Host): Record<string, string> | undefined {
  const { PLUGBOARD_HOME: moved, XDG_STATE_HOME: state } = env;
  if (moved) return { PLUGBOARD_HOME: resolve(cwd, moved) };
  return state && isAbsolute(state) ? { XDG_STATE_HOME: state } : undefined;
}

/** Variables of XDG directories, with the usual place of each, in which case it need not be set. */
const usual: Readonly<Record<string, string>> = {
  XDG_STATE_HOME: '.local/state',
  XDG_DATA_HOME: '.local/share',
  XDG_CONFIG_HOME: '.config',
};
const ofPass: readonly string[] = ['PASSWORD_STORE_DIR', 'GNUPGHOME'];

/**
 * The variables that move our state, our key, the vault or, for the gateway, the catalog, as far as they are set: a client
 * may be started without them.
 */
export function vaultVariables(host: Host, vaults: readonly VaultId[], isGateway: boolean): Record<string, string> {
  const { env, cwd, home } = host;
  const isMoved = Boolean(env['PLUGBOARD_HOME']);
  const found = launcherVariables.flatMap((name): [string, string][] => {
    const value = env[name];
    if (!value || (!vaults.includes('pass') && ofPass.includes(name))) return [];
    const place = usual[name];
    if (place === undefined) return [[name, resolve(cwd, value)]];
    if (name === 'XDG_CONFIG_HOME' ? !isGateway : isMoved) return [];
    // The XDG specification requires relative values to be ignored.
    return isAbsolute(value) && resolve(value) !== resolve(home, place) ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}
