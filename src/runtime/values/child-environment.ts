import type { Environment } from '../../model/reference.ts';
import { setOwn } from '../../model/value.ts';

/** Who and where somebody is, in which language, and how the network is reached. None of it opens a door. */
const everywhere = words(`
  LANG LANGUAGE TERM TZ
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
`);

const unix = words(`
  HOME LOGNAME PATH SHELL TMPDIR USER
  XDG_CACHE_HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_STATE_HOME
`);

const windows = words(`
  ALLUSERSPROFILE APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PROGRAMDATA USERNAME USERPROFILE
  COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432
  COMSPEC NUMBER_OF_PROCESSORS OS PATH PATHEXT PROCESSOR_ARCHITECTURE SYSTEMDRIVE SYSTEMROOT TEMP TMP WINDIR
`);

const onUnix = new Set([...everywhere, ...unix]);
const onWindows = new Set([...everywhere, ...windows].map((name) => name.toUpperCase()));

type System = 'linux' | 'darwin' | 'win32';

/** Whether every server gets this variable of ours. */
export function isInherited(name: string, platform: System = 'linux'): boolean {
  return platform === 'win32' ? onWindows.has(name.toUpperCase()) : onUnix.has(name) || /^LC_[A-Z]+$/.test(name);
}

/**
 * All variables of a server: the few that every program needs, and what its definition declares. Nothing else of ours
 * gets there, so a token in a shell reaches only the servers that name it.
 */
export function childEnvironment(
  declared: Readonly<Record<string, string>>,
  env: Environment,
  platform: System,
): Record<string, string> {
  const result: Record<string, string> = {};
  const declaredNames = new Set(Object.keys(declared).map((name) => sameName(name, platform)));
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !isInherited(name, platform) || declaredNames.has(sameName(name, platform))) continue;
    // A function that bash has exported is a program, not a value.
    if (!value.startsWith('()')) result[name] = value;
  }
  for (const [name, value] of Object.entries(declared)) setOwn(result, name, value);
  return result;
}

/** Windows takes `Path` and `PATH` for the same variable, and would keep only one of them. */
function sameName(name: string, platform: System): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
