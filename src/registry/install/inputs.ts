import type { Argument, Input, InputWithVariables, KeyValueInput } from '../server-json/server-json.ts';
import type { Offer } from './offers.ts';

/** A value that a user can give. */
export interface RequestedInput {
  /** What `--input` calls it. */
  readonly id: string;
  readonly kind: 'environment' | 'header' | 'argument' | 'variable';
  readonly description?: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly isRepeated: boolean;
  readonly format: NonNullable<Input['format']>;
  readonly default?: string;
  readonly placeholder?: string;
  readonly choices?: readonly string[];
}

/** The inputs of an offer, each once: one with the same name has the same value everywhere. */
export function inputsOf(offer: Offer): RequestedInput[] {
  const all = offer.kind === 'package' ? packageInputs(offer.package) : remoteInputs(offer.remote);
  const distinct = new Map<string, RequestedInput>();
  for (const input of all) {
    const known = distinct.get(input.id);
    distinct.set(input.id, known ? { ...known, isRequired: known.isRequired || input.isRequired } : input);
  }
  return [...distinct.values()];
}

function packageInputs({
  environmentVariables = [],
  runtimeArguments = [],
  packageArguments = [],
}: Extract<Offer, { kind: 'package' }>['package']): RequestedInput[] {
  return [
    ...[...runtimeArguments, ...packageArguments].flatMap(argumentInputs),
    ...environmentVariables.flatMap((one) => keyedInputs(one, 'environment')),
  ];
}

function remoteInputs({
  headers = [],
  variables = {},
}: Extract<Offer, { kind: 'remote' }>['remote']): RequestedInput[] {
  return [...variableInputs({ variables }), ...headers.flatMap((one) => keyedInputs(one, 'header'))];
}

function keyedInputs(input: KeyValueInput, kind: 'environment' | 'header'): RequestedInput[] {
  return input.value === undefined ? [requested(input.name, kind, input)] : variableInputs(input);
}

function argumentInputs(argument: Argument): RequestedInput[] {
  if (argument.value !== undefined) return variableInputs(argument);
  const input = requested(argumentId(argument), 'argument', argument);
  return [{ ...input, isRepeated: argument.isRepeated ?? false }];
}

/** A named argument by its flag without dashes, a positional one by its hint. */
export function argumentId({ name, valueHint }: Argument): string {
  return name?.replace(/^-+/, '') || valueHint || 'argument';
}

/** The variables of a fixed value. */
function variableInputs({ variables = {} }: Pick<InputWithVariables, 'variables'>): RequestedInput[] {
  return Object.entries(variables)
    .filter(([, input]) => input.value === undefined)
    .map(([name, input]) => requested(name, 'variable', input));
}

function requested(id: string, kind: RequestedInput['kind'], input: Input): RequestedInput {
  const { description, isRequired = false, isSecret = false, format = 'string', placeholder, choices } = input;
  return {
    id,
    kind,
    isRequired,
    isSecret,
    isRepeated: false,
    format,
    ...(description !== undefined && { description }),
    ...(input.default !== undefined && { default: input.default }),
    ...(placeholder !== undefined && { placeholder }),
    ...(choices && choices.length > 0 && { choices }),
  };
}

/** Values by input, in the order given; more than one only for inputs that can be repeated. */
export type InputValues = ReadonlyMap<string, readonly string[]>;

export interface InputProblem {
  readonly id: string;
  readonly problem: 'missing' | 'unknown' | 'repeated' | 'choice' | 'number' | 'boolean' | 'line-break';
  readonly input?: RequestedInput;
}

/** What is wrong with the values that were given; empty if the server can be installed with them. */
export function inputProblems(inputs: readonly RequestedInput[], values: InputValues): InputProblem[] {
  const known = new Set(inputs.map(({ id }) => id));
  const unknown = [...values.keys()].filter((id) => !known.has(id));
  return [
    ...unknown.map((id): InputProblem => ({ id, problem: 'unknown' })),
    ...inputs.flatMap((input): InputProblem[] => {
      const problem = problemOf(input, values.get(input.id) ?? []);
      return problem === undefined ? [] : [{ id: input.id, problem, input }];
    }),
  ];
}

function problemOf(input: RequestedInput, given: readonly string[]): InputProblem['problem'] | undefined {
  const { isRequired, isRepeated, choices, format } = input;
  if (given.every((one) => one === '')) return isRequired && input.default === undefined ? 'missing' : undefined;
  if (given.length > 1 && !isRepeated) return 'repeated';
  if (given.some((one) => /[\r\n\0]/.test(one))) return 'line-break';
  // A reference gets its value later.
  const plain = given.filter((one) => !one.includes('${'));
  if (choices && plain.some((one) => !choices.includes(one))) return 'choice';
  if (format === 'number' && plain.some((one) => one.trim() === '' || !Number.isFinite(Number(one)))) return 'number';
  if (format === 'boolean' && plain.some((one) => one !== 'true' && one !== 'false')) return 'boolean';
  return undefined;
}
