import type { Command } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Auth, Server } from '../../model/server.ts';
import { collect } from '../input/server-flags.ts';

export interface SignInFlags {
  readonly client?: string;
  readonly approve?: readonly string[];
  /** False with `--no-browser`. */
  readonly browser: boolean;
  readonly port?: string;
  readonly clientId?: string;
  readonly clientSecretEnv?: string;
  readonly scope?: readonly string[];
  readonly issuer?: string;
  readonly timeout?: string;
}

export function declareSignInFlags(command: Command): Command {
  return command
    .option('--no-browser', 'print the sign-in URL instead of opening a browser')
    .option('--port <port>', 'local port for the redirect; a free one by default')
    .option('--scope <scope>', 'additional OAuth scope to request', collect)
    .option('--client-id <id>', 'id of a registered OAuth client')
    .option('--client-secret-env <NAME>', 'environment variable with the client secret')
    .option('--issuer <address>', 'authorization server; required if it is on this machine or a private network')
    .option('--timeout <seconds>', 'seconds to wait for the sign-in; 300 by default')
    .option('--client <clients>', 'clients whose servers to use')
    .option('--approve <fingerprint>', 'project server to approve: at least 16 characters of its fingerprint', collect);
}

/** The sign-in settings of the options; undefined if there are none. */
export function authIn(
  { port, clientId, clientSecretEnv, scope, issuer }: SignInFlags,
  { auth }: Server,
): Auth | undefined {
  if (clientSecretEnv !== undefined && !/^[A-Za-z_]\w*$/.test(clientSecretEnv))
    throw usage('--client-secret-env takes the name of a variable, not the secret itself');
  if (clientSecretEnv !== undefined && clientId === undefined && auth?.clientId === undefined)
    throw usage('--client-secret-env requires --client-id.');
  const given = {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecretEnv !== undefined && { clientSecret: `\${${clientSecretEnv}}` }),
    ...(scope && { scopes: scope.flatMap((words) => words.split(/[\s,]+/)).filter(Boolean) }),
    ...(issuer !== undefined && { issuer: addressOf(issuer) }),
    ...(port !== undefined && { callbackPort: portOf(port) }),
  };
  return Object.keys(given).length === 0 ? undefined : { ...auth, type: 'oauth', ...given };
}

/** Whether the settings must be stored, because renewing the token needs the OAuth client again. */
export function changesDefinition({ clientId, clientSecretEnv }: SignInFlags): boolean {
  return clientId !== undefined || clientSecretEnv !== undefined;
}

export function timeoutIn({ timeout }: SignInFlags): number | undefined {
  if (timeout === undefined) return undefined;
  const seconds = Number(timeout);
  if (!(seconds > 0) || seconds > 86_400) throw usage('--timeout takes a number of seconds greater than 0');
  return seconds * 1000;
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw usage('--issuer takes an http or https URL');
  return text;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw usage('--port takes a number from 1 to 65535');
  return port;
}

function usage(message: string): PlugboardError<'usage'> {
  return new PlugboardError('usage', { message });
}
