import { CallFailure } from '../mcp/failure.ts';
import { type ErrorCode, PlugboardError } from '../model/diagnostics/error.ts';
import { maskLine } from '../model/secrets/secret.ts';

const again = ['Call plan_change again to get a plan for the files as they are now.'];
const askUser = 'Tell the user. Do not try to get around it.';

/** What a model should do next, by error code. */
const next: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  'server-unknown': ['Call list_servers to see all servers.'],
  'server-missing': ['Call get_server to see where it is defined.'],
  'server-exists': ['Use action update, or another name.'],
  'server-elsewhere': ['Pass the places in to, or ["all"].'],
  'server-invalid': ['Correct the definition.'],
  'client-unknown': ['Call list_servers: clients lists the installed ones.'],
  'target-unknown': ['Read plugboard://clients/{id} for the scopes of a client.'],
  'value-masked': ['Leave the field out: update keeps what is not given.'],
  'value-not-text': ['Write ${NAME} for a secret, and ask the user to set that variable.'],
  'plan-unknown': again,
  'plan-decided': again,
  'plan-outdated': again,
  conflict: again,
  locked: ['Another process writes right now. Try again.'],
  'approval-needed': ['Ask the user to review it at a terminal: plugboard approve. You cannot approve it.'],
  'approval-denied': [askUser],
  'policy-denied': [askUser],
  'policy-invalid': [askUser],
  'rights-refused': [askUser],
  'registry-server-unknown': ['Call search_registry for the exact name.'],
  'registry-inputs-invalid': ['Pass the values in inputs; write a secret as ${NAME}.'],
  'sync-conflict': ['Ask the user to decide at a terminal: plugboard sync'],
  'server-disabled': ['Plan action enable first.'],
};

/** Any error as one that says what to do next. */
export function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof PlugboardError)
    return new CallFailure(
      error.code,
      maskLine(error.message),
      next[error.code as ErrorCode] ?? ['Tell the user what happened.'],
    );
  const message = error instanceof Error ? error.message : String(error);
  return new CallFailure('internal', maskLine(message), ['Try again; if it fails again, tell the user.']);
}
