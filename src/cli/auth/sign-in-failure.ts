import { PlugboardError } from '../../model/diagnostics/error.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import { SignInError } from '../../runtime/sign-in/sign-in-error.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { CredentialUnreadable } from '../../store/credentials/credentials-file.ts';
import { type Failure, failureOf } from '../program/failure.ts';
import { editCommand, obstacleOf } from '../runtime/obstacle.ts';

/** The failure of a sign-in, with a hint; any other error is rethrown. */
export function signInFailure(toRun: ServerToRun, error: unknown): Failure {
  const { name: server } = toRun;
  if (error instanceof SignInError) {
    const { message, problem } = error;
    const details = { server, problem, hint: hintFor(toRun, error) };
    return failureOf(new PlugboardError('sign-in-failed', { message }), details);
  }
  // A connection failure has the same message as elsewhere.
  if (error instanceof ConnectionError) return obstacleOf(toRun, error);
  if (!(error instanceof CredentialUnreadable)) throw error;
  const { message, path } = error;
  return failureOf(new PlugboardError('sign-in-failed', { message }), { server, problem: 'unreadable', path });
}

function hintFor(toRun: ServerToRun, { problem, tip }: SignInError): string | undefined {
  const login = `plugboard auth login ${quoteWord(toRun.name)}`;
  if (problem === 'undiscovered')
    return `if it accepts a token, set one: ${editCommand(toRun)} --token '\${YOUR_TOKEN}'`;
  if (problem === 'not-needed') return `no sign-in is needed; try: plugboard test ${quoteWord(toRun.name)}`;
  if (problem === 'unregistered') return `register an OAuth client there, and pass its id: ${login} --client-id <id>`;
  return problem === 'port-taken' ? `free the port, or choose another: ${login} --port <port>` : tip;
}
