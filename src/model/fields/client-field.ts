import { isMap, sameValue, type Value } from '../value.ts';

/**
 * The form of a value that a client runs: a command line, `command` with `args`, other `args` of the server's own
 * command, a text that is a command after `!`, settings that choose what runs, or definitions of prompts, which can run a
 * command of the editor.
 */
export type ExecutedForm = 'line' | 'command' | 'arguments' | 'value' | 'settings' | 'prompts';

/** Values of a key that trust nothing, beside false, null, and empty ones. All other values trust the server. */
export interface TrustForm {
  /** Words for confirmations that stay on, anywhere in the value. */
  readonly unless?: readonly string[];
  /** A list of texts only chooses tools. */
  readonly listsTools?: true;
  /** Every value trusts that JavaScript takes for true, empty lists and maps too. */
  readonly truthy?: true;
  /** Only this value trusts nothing: the client asks because of it. */
  readonly only?: Value;
}

/** What a key does, in all clients that know it. */
export interface ClientField {
  readonly executes?: ExecutedForm;
  readonly trusts?: TrustForm;
  readonly reads?: true;
  /** It is where an address or a command is; beside another one it may be what is contacted or run. */
  readonly isTarget?: true;
  /** Names of the clients. */
  readonly clients: readonly string[];
}

/** What a field does: see `EffectiveField`. */
export type Effect = 'executes' | 'trusts' | 'reads' | 'asks' | 'unknown';

/** What a key with this value does; undefined if it changes neither what runs nor what is trusted. */
export function knownEffect({ executes, trusts, reads }: ClientField, value: Value): Effect | undefined {
  if (executes !== undefined && isRun(value, executes)) return 'executes';
  if (executes === 'prompts' && hasPrompts(value)) return 'asks';
  if (trusts && isTrusting(value, trusts)) return 'trusts';
  if (reads) return isIdle(value) ? undefined : 'reads';
  // A setting that holds more than plain values may say anything.
  return trusts !== undefined || executes !== undefined || isPlain(value) ? undefined : 'unknown';
}

function isIdle(value: Value): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === false || value === null || value === '' || (isMap(value) && Object.keys(value).length === 0);
}

function isRun(value: Value, form: ExecutedForm): boolean {
  if (isIdle(value)) return false;
  if (form === 'value') return typeof value !== 'string' || value.startsWith('!');
  if (form === 'prompts') return !isMap(value) || Object.values(value).some((one) => !isPrompt(one));
  return true;
}

/** Prompts whose choices, default and words are in the file: what they suggest is what a person usually takes. */
function hasPrompts(value: Value): boolean {
  return isMap(value) && Object.values(value).some((one) => isMap(one));
}

/** A reference to a prompt, or a prompt that only asks the person. */
function isPrompt(value: Value): boolean {
  return (
    typeof value === 'string' || (isMap(value) && (value['type'] === 'promptString' || value['type'] === 'pickString'))
  );
}

/** Whether what runs can be told from the value. */
export function isReadable(value: Value, form: ExecutedForm): boolean {
  switch (form) {
    case 'line':
    case 'value':
      return typeof value === 'string';
    case 'command':
      return isMap(value) && typeof value['command'] === 'string' && isTextList(value['args'] ?? []);
    case 'arguments':
      return isMap(value) && isTextList(value['args']);
    case 'settings':
    case 'prompts':
      return isMap(value);
  }
}

function isTextList(value: Value | undefined): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isTrusting(value: Value, form: TrustForm): boolean {
  if (form.only !== undefined) return !sameValue(value, form.only);
  return form.truthy || typeof value === 'number' ? Boolean(value) : isTrustIn(value, form);
}

function isTrustIn(value: Value, form: TrustForm): boolean {
  // A number among other settings is a limit.
  if (isIdle(value) || typeof value === 'number') return false;
  if (typeof value === 'string') return !form.unless?.includes(value);
  if (Array.isArray(value))
    return value.some((one) => !(form.listsTools && typeof one === 'string') && isTrustIn(withoutName(one), form));
  return !isMap(value) || Object.values(value).some((one) => isTrustIn(one, form));
}

/** The name of the tool that an item of a list is about. */
function withoutName(value: Value): Value {
  if (!isMap(value)) return value;
  const { name: _, ...rest } = value;
  return rest;
}

/** A scalar, or scalars in at most two containers. */
function isPlain(value: Value, depth = 2): boolean {
  if (Array.isArray(value)) return depth > 0 && value.every((one) => isPlain(one, depth - 1));
  return !isMap(value) || (depth > 0 && Object.values(value).every((one) => isPlain(one, depth - 1)));
}
