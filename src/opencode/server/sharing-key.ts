import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Host } from '../../model/host.ts';

/** OPENCODE_ variables that configure this program or are specific to one process. */
const notItsOwn =
  /^OPENCODE_(?:MCP_|SERVER_|DEFAULT_MODEL$|DEFAULT_PROJECT$|AUTO_START$|TIMEOUT$|LOG_LEVEL$|PRINT_LOGS$|BIN$|CONFIG_PATH$|PID$|CLIENT$|CALLER$|TERMINAL$|ROUTE$|WORKSPACE_ID$|RUN_ID$|PROCESS_ROLE$|EDITOR_SSE_PORT$)/;

/** Credentials for model calls. Tokens of other services do not require a separate server. */
const credentials = /_API_KEY$|^AWS_(?:ACCESS_KEY_ID|PROFILE|BEARER_TOKEN_BEDROCK)$|^GOOGLE_APPLICATION_CREDENTIALS$/;
const proxies = /^(?:HTTP|HTTPS|ALL)_PROXY$/i;

const directories = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
};

/** Identifies the server of a client: clients that would start the same program on the same data share one. */
export function sharingKey(host: Host, program: string, configPath: string | undefined): string {
  const { env, home, processes } = host;
  const base = env['HOME'] || env['USERPROFILE'] || home;
  const places = Object.entries(directories).map(([name, usual]) => resolve(env[name] || resolve(base, usual)));
  const variables = Object.entries(env)
    .filter(([name, value]) => value && matters(name))
    .map(([name, value]) => [proxies.test(name) ? name.toUpperCase() : name, value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const alike = JSON.stringify([processes.machine, program, configPath, base, env['APPDATA'], places, variables]);
  return createHash('sha256').update(alike).digest('hex').slice(0, 16);
}

function matters(name: string): boolean {
  if (name.startsWith('OPENCODE_')) return !notItsOwn.test(name);
  return credentials.test(name) || proxies.test(name);
}
