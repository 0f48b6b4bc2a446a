import type { ProjectServer } from '../../live/approvals/project-servers.ts';
import { disabledError } from '../../live/disabled-error.ts';
import { installHint } from '../../live/install-hints.ts';
import type { ServerHere, UnusableServer } from '../../live/servers-here.ts';
import { invalidServer } from '../../manage/invalid-server.ts';
import { canSignIn } from '../../model/can-sign-in.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { catalogId } from '../../model/origin.ts';
import { isSecretName } from '../../model/secrets/secret-name.ts';
import { timeoutOf } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { AnswerError, ConnectionError } from '../../runtime/connect/errors.ts';
import type { Failure as ConnectFailure, ServerToRun } from '../../runtime/types.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { type Failure, failureOf } from '../program/failure.ts';

/** Why a server cannot be used, with a hint. */
export interface Obstacle extends Failure {
  readonly server: string;
  readonly kind?: ConnectFailure['kind'];
  readonly status?: number;
  readonly exitCode?: number;
  readonly signal?: string;
  /** The last lines of the server's stderr. */
  readonly stderr?: readonly string[];
  /** Another possible cause. */
  readonly note?: string;
  /** What needs approval. */
  readonly approval?: ProjectServer;
}

export function obstacleOf(toRun: ServerToRun, error: unknown): Obstacle {
  const { name } = toRun;
  const { tip, message, leftOut, ...rest } = connectFailure(error);
  const known = new PlugboardError(codeOf(rest), { name, message });
  const isNote = tip !== undefined && leftOut !== undefined;
  return {
    ...failureOf(known, {
      hint: hintFor(toRun, { ...rest, message }, isNote ? undefined : tip),
      server: name,
      ...rest,
    }),
    server: name,
    ...(isNote && { note: tip }),
  };
}

/** Like `obstacleOf`, for a request that may have reached the server. */
export function answerObstacle(toRun: ServerToRun, error: unknown): Obstacle {
  if (!(error instanceof AnswerError)) return obstacleOf(toRun, error);
  const known = new PlugboardError('call-failed', { message: `${error.message} (${error.code})` });
  return { ...failureOf(known), server: toRun.name };
}

/** Converts any error to a connection failure. */
function connectFailure(error: unknown): ConnectFailure {
  if (error instanceof ConnectionError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof AnswerError)) return { kind: 'other', message };
  return { kind: 'protocol', message: `The server answered with an error: ${message} (${error.code})` };
}

type Reason = Pick<ConnectFailure, 'kind' | 'status'>;

function codeOf({ kind, status }: Reason): 'sign-in-needed' | 'server-unreachable' | 'connect-failed' {
  if (isAuthenticationFailure({ kind, ...(status !== undefined && { status }) })) return 'sign-in-needed';
  return kind === 'timeout' || kind === 'unreachable' ? 'server-unreachable' : 'connect-failed';
}

function isAuthenticationFailure({ kind, status }: Reason): boolean {
  return kind === 'unauthorized' || status === 401 || status === 403;
}

function hintFor(toRun: ServerToRun, failure: ConnectFailure, tip: string | undefined): string | undefined {
  const { server } = toRun;
  if (failure.kind === 'timeout') {
    const seconds = Math.max(60, 2 * timeoutOf(server));
    return `if it needs longer, increase its timeout: ${editCommand(toRun)} --set timeout=${seconds}`;
  }
  if (isAuthenticationFailure(failure)) {
    const sent = Object.keys(server.headers ?? {}).filter(isSecretName);
    if (sent.length > 0)
      return `${failure.status === 403 ? 'permission denied' : 'authentication failed'}: check ${sent.join(', ')}, see plugboard get ${quoteWord(toRun.name)}`;
    // Signing in again does not help an account without permission.
    if (!canSignIn(server)) return tip;
    return failure.kind === 'unauthorized' || tip === undefined ? `plugboard auth login ${quoteWord(toRun.name)}` : tip;
  }
  if (failure.kind === 'not-found') return installHint(server.command) ?? tip;
  return tip;
}

/** The server needs approval or was denied. Without a terminal a name cannot approve it. */
export function approvalObstacle(approval: ProjectServer, isInteractive: boolean): Obstacle {
  const { name } = approval.toRun;
  const isDenied = approval.permission === 'denied';
  const error = new PlugboardError(isDenied ? 'approval-denied' : 'approval-needed', { name });
  const hint = `plugboard approve ${isInteractive ? quoteWord(name) : approval.text.fingerprint}`;
  return { ...failureOf(error), hint: isDenied ? `to change that: ${hint}` : hint, server: name, approval };
}

export function disabledObstacle(server: ServerHere): Obstacle {
  return { ...failureOf(disabledError(server)), server: server.name };
}

/** Its definition is invalid, so no client can use it. */
export function invalidObstacle(server: UnusableServer): Obstacle {
  const { name, errors } = server;
  const error = invalidServer(server);
  return { ...failureOf(error, { hint: error.data.fix, details: errors.map(toJson) }), server: name };
}

/** The command that edits the definition in use. */
export function editCommand({ name, origin }: ServerToRun): string {
  const where = origin === undefined || origin.client === catalogId ? '' : ` --in ${origin.client}:${origin.scope}`;
  return `plugboard edit ${quoteWord(name)}${where}`;
}
