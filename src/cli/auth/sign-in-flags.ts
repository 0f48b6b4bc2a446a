import type { Command } from 'commander';
import { PlugboardError } from '../../model/error.ts';
import type { Auth, Server } from '../../model/server.ts';
import { collect } from '../server-flags.ts';

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
    .option('--no-browser', 'open no browser; whoever signs in opens the address, on any machine')
    .option('--port <port>', 'port of this machine that the browser comes back to; any that is free when left out')
    .option('--scope <scope>', 'a right to ask for, beside those the server wants', collect)
    .option('--client-id <id>', 'sign in as this program, which the authorization server knows')
    .option('--client-secret-env <NAME>', 'variable that holds the secret of that program')
    .option(
      '--issuer <address>',
      'the authorization server; has to be named when it is on this machine or a private network',
    )
    .option('--timeout <seconds>', 'how long to wait for whoever signs in; 300 when left out')
    .option('--client <clients>', 'only servers that these clients have')
    .option(
      '--approve <fingerprint>',
      'allow a server of a project: 16 or more characters of its fingerprint',
      collect,
    );
}

/** What the options say about how to sign in; undefined when they say nothing. */
export function authIn(
  { port, clientId, clientSecretEnv, scope, issuer }: SignInFlags,
  { auth }: Server,
): Auth | undefined {
  if (clientSecretEnv !== undefined && !/^[A-Za-z_]\w*$/.test(clientSecretEnv))
    throw usage('--client-secret-env takes the name of a variable, and never the secret itself');
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

/** The client has to be known again when the token is renewed; the rest matters once. */
export function mustBeKept({ clientId, clientSecretEnv }: SignInFlags): boolean {
  return clientId !== undefined || clientSecretEnv !== undefined;
}

export function waitingTime({ timeout }: SignInFlags): number | undefined {
  if (timeout === undefined) return undefined;
  const seconds = Number(timeout);
  if (!(seconds > 0) || seconds > 86_400) throw usage('--timeout takes a number of seconds above 0');
  return seconds * 1000;
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw usage('--issuer takes an http or https address');
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
