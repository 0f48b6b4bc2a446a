import { hasVariable } from '../../../../../src/model/reference.ts';
import { isPlainName, maxNameLength, nameIssue } from '../../../../../src/model/server-name.ts';
import { hasPlaceholder } from './placeholders.ts';
import { numberOf, type ServerDocument, textOf, transportOf } from './server-document.ts';

/** The validated fields of the form, in display order. */
export type FormField =
  | 'name'
  | 'command'
  | 'args'
  | 'env'
  | 'url'
  | 'headers'
  | 'timeout'
  | 'retries'
  | 'others'
  | 'targets';

export interface FieldProblem {
  readonly field: FormField;
  readonly message: string;
}

export interface NameRule {
  /** Names already taken in the selected scope. */
  readonly taken: ReadonlySet<string>;
  /** Its current name; existing names need not follow the rule for new ones. */
  readonly current?: string;
}

export function nameProblem(name: string, { taken, current }: NameRule): string | undefined {
  if (name === current) return undefined;
  if (name === '') return 'Enter a name.';
  if (nameIssue(name) === 'too-long')
    return `A name can have at most ${maxNameLength} characters; this one has ${name.length}.`;
  if (!isPlainName(name)) return 'Use lowercase letters, digits, hyphens and underscores only.';
  return taken.has(name) ? `A server named "${name}" already exists in this scope.` : undefined;
}

export function commandProblem(command: string): string | undefined {
  return command.trim() === '' ? 'Enter the program to start, such as npx or /usr/local/bin/server.' : undefined;
}

/** A URL with a reference can only be validated once the reference is resolved. */
export function urlProblem(url: string): string | undefined {
  if (url.trim() === '') return 'Enter the URL of the server.';
  if (hasVariable(url) || hasPlaceholder(url)) return undefined;
  if (!/^https?:\/\//i.test(url)) return 'A URL must start with https:// or http://.';
  return URL.canParse(url) ? undefined : 'Not a valid URL.';
}

export function timeoutProblem(value: number | undefined): string | undefined {
  return isWhole(value) && value >= 1 ? undefined : 'Enter whole seconds, 1 or more.';
}

export function retriesProblem(value: number | undefined): string | undefined {
  return isWhole(value) && value >= 0 ? undefined : 'Enter a whole number, 0 or more.';
}

/** The problems that prevent saving. Existing numbers are not validated. */
export function checkDraft(
  name: string,
  document: ServerDocument,
  base: ServerDocument,
  rule: NameRule,
): FieldProblem[] {
  const isProgram = transportOf(document) === 'stdio';
  const checks: readonly (readonly [FormField, string | undefined])[] = [
    ['name', nameProblem(name, rule)],
    isProgram ? ['command', commandProblem(textOf(document, 'command'))] : ['url', urlProblem(textOf(document, 'url'))],
    ['timeout', changedNumber('timeout', document, base) ? timeoutProblem(numberOf(document, 'timeout')) : undefined],
    ['retries', changedNumber('retries', document, base) ? retriesProblem(numberOf(document, 'retries')) : undefined],
  ];
  return checks.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

function changedNumber(field: 'timeout' | 'retries', document: ServerDocument, base: ServerDocument): boolean {
  return numberOf(document, field) !== numberOf(base, field);
}

function isWhole(value: number | undefined): value is number {
  return Number.isInteger(value);
}
