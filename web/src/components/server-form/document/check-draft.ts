import { hasVariable } from '../../../../../src/model/reference.ts';
import { isPlainName, maxNameLength, nameFlaw } from '../../../../../src/model/server-name.ts';
import { isMarked } from './kept-marks.ts';
import { numberOf, type ServerDocument, textOf, transportOf } from './server-document.ts';

/** Fields of the form that can be wrong, in the order in which they stand. */
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
  /** Names in the chosen scope that somebody else has. */
  readonly taken: ReadonlySet<string>;
  /** The name it already has; older names need not follow the rule for new ones. */
  readonly current?: string;
}

export function nameProblem(name: string, { taken, current }: NameRule): string | undefined {
  if (name === current) return undefined;
  if (name === '') return 'Give it a name.';
  if (nameFlaw(name) === 'too-long')
    return `A name has at most ${maxNameLength} characters; this one has ${name.length}.`;
  if (!isPlainName(name)) return 'Use lowercase letters, digits, hyphens and underscores only.';
  return taken.has(name) ? `There is already a server called ${name} in this scope.` : undefined;
}

export function commandProblem(command: string): string | undefined {
  return command.trim() === '' ? 'Say which program to start, such as npx or /usr/local/bin/server.' : undefined;
}

/** An address with a reference can only be judged once the reference is known. */
export function urlProblem(url: string): string | undefined {
  if (url.trim() === '') return 'Give the address of the server.';
  if (hasVariable(url) || isMarked(url)) return undefined;
  if (!/^https?:\/\//i.test(url)) return 'An address starts with https:// or http://.';
  return URL.canParse(url) ? undefined : 'This is not a valid address.';
}

export function timeoutProblem(value: number | undefined): string | undefined {
  return isWhole(value) && value >= 1 ? undefined : 'Whole seconds, 1 or more.';
}

export function retriesProblem(value: number | undefined): string | undefined {
  return isWhole(value) && value >= 0 ? undefined : 'A whole number, 0 or more.';
}

/** What has to be put right before this can be saved. Numbers that were there before are left alone. */
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
