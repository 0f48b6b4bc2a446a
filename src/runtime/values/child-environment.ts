import type { Environment } from '../../model/reference.ts';
import { setOwn } from '../../model/value.ts';

/**
 * Locale, terminal and network settings, and the place of our state, which a gateway as a server must share. None of them
 * grants access to anything.
 */
const everywhere = words(`
  LANG LANGUAGE TERM TZ
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  PLUGBOARD_HOME
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

/** Whether every server inherits this variable. */
export function isInherited(name: string, platform: System = 'linux'): boolean {
  return platform === 'win32' ? onWindows.has(name.toUpperCase()) : onUnix.has(name) || /^LC_[A-Z]+$/.test(name);
}

/**
 * The environment of a server: a few variables that every program needs, and those its definition declares. Nothing
 * else is inherited, so a token in a shell reaches only the servers that name it.
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
    // A function exported by bash is code, not a value.
    if (!value.startsWith('()')) result[name] = value;
  }
  for (const [name, value] of Object.entries(declared)) setOwn(result, name, value);
  return result;
}

/** Windows treats `Path` and `PATH` as the same variable and would keep only one. */
function sameName(name: string, platform: System): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
