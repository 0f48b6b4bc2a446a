import { define } from './error-entry.ts';

/** Errors of places that do not exist, and of changes that an assistant asks for. */
export const agentErrors = {
  'target-unknown': define(
    'The client has no file for this scope.',
    (data: { target: string }) => `${data.target} does not exist.`,
  ),
  'client-unknown': define('No supported client has this id.', (data: { id: string; near?: string }) =>
    data.near === undefined
      ? `Unknown client "${data.id}".`
      : `Unknown client "${data.id}". Did you mean "${data.near}"?`,
  ),
  'plan-unknown': define(
    'No plan has this id. Plans expire after an hour.',
    (data: { id: string }) => `There is no plan "${data.id}". It may have expired.`,
  ),
  'plan-decided': define(
    'The plan was already applied, rejected or tried; a plan can be used once.',
    (data: { id: string; state: string }) => `This plan is already ${data.state}.`,
  ),
  'plan-outdated': define(
    'The plan no longer fits: a file that it changes differs from the one it was made from. Nothing is written.',
    (_data: { id: string }) => 'Files changed since this plan was made, so nothing is written.',
  ),
  'consent-needed': define(
    'A plan of an assistant is applied only by a person at a terminal, on the page, or in a form of the client.',
    (data: { id: string }) => `Plan ${data.id} needs the consent of a person at a terminal.`,
  ),
  'rights-refused': define(
    'The plan of an assistant would widen what assistants may do with Plugboard, so it is refused.',
    ({ name, why }: { name: string; why: 'form' | 'unknown' | 'policy' }) =>
      `${
        {
          form: `"${name}" would run Plugboard with rights that an assistant cannot ask for. Allowed are mcp, serve, exec and opencode, in plain words and with options that only narrow them.`,
          unknown: `It cannot be told what "${name}" starts, so it might run Plugboard with rights that an assistant cannot ask for. Name its programs in plain words, without variables or code in an argument.`,
          policy: `${name} is a policy, which an assistant cannot change.`,
        }[why]
      } Nothing is written.`,
  ),
  'value-not-text': define(
    'A value that an assistant gave would be read as more than text, other than as `${NAME}`: a command, a vault, a file, or the name of a variable.',
    (data: { field: string }) =>
      `${data.field} would be read as more than text. Write a plain text, or \${NAME} for the value of a variable.`,
  ),
  'value-masked': define(
    'A value contains the mask that stands for a secret, which would replace the secret.',
    (data: { field: string }) => `${data.field} contains a masked secret.`,
  ),
} as const;
