import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import { splitReferences, type VariableReference } from '../../model/reference.ts';
import { exactPart, type TextKind } from '../../model/secrets/exact-part.ts';
import { hiddenSpans } from '../../model/secrets/hidden-spans.ts';
import { proseSpans } from '../../model/secrets/prose-spans.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import type { Span } from '../../model/secrets/spans.ts';
import { isSecretArgument, valueSpans } from '../../model/secrets/value-spans.ts';
import type { Server } from '../../model/server.ts';
import { isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { freeVariable, type Secrets, variableOf } from './variable-name.ts';

export interface WithoutSecrets {
  readonly server: Server;
  /** Variables that must be set. */
  readonly variables: readonly string[];
  /** Those of them that the server referred to before, with a default that it has no longer; absent if none. */
  readonly defaulted?: ReadonlySet<string>;
}

/**
 * Returns a server with each plain-text secret replaced by a reference: `Bearer abc` becomes `Bearer ${GITHUB_TOKEN}`.
 * With shared `secrets`, a name never refers to two values. If `isExact`, a secret stays whose end is not certain;
 * otherwise what is hidden of a text is taken out of it.
 */
export function withoutSecrets(
  name: string,
  server: Server,
  secrets: Secrets = new Map(),
  isExact = false,
): WithoutSecrets {
  const before = referencesIn(server as Value);
  // Names that the server already refers to are taken, unless it is one of its own variables and all of its value.
  for (const { name: taken } of before)
    if (!secrets.has(taken) && !isWholeVariable(server, taken)) secrets.set(taken, `\${${taken}}`);
  const variables = new Set<string>();
  const refer = (wanted: readonly string[], value: string): string => {
    const variable = freeVariable(wanted, value, secrets);
    secrets.set(variable, value);
    variables.add(variable);
    return `\${${variable}}`;
  };
  const ofServer: Refer = (about, value) => refer([variableOf(name, about)], value);
  // A server variable keeps its name.
  const ofPerson: Refer = (variable, value) =>
    refer([...(/^[A-Za-z_]\w*$/.test(variable) ? [variable] : []), variableOf(name, variable)], value);
  const referring: Referring = { ofServer, ofPerson, isExact };
  const env = server.env && inValue('', server.env, ofPerson, referring);
  const result: ValueMap = {};
  for (const [field, value] of Object.entries(server as ValueMap))
    setOwn(result, field, field === 'env' && env ? env : inField(field, value, referring));
  const withDefault = before.filter(({ fallback }) => fallback !== undefined).map((reference) => reference.name);
  const defaulted = new Set<string>();
  for (const { name: variable, fallback } of referencesIn(result))
    if (fallback === undefined && withDefault.includes(variable) && !variables.has(variable)) defaulted.add(variable);
  return { server: result, variables: [...variables, ...defaulted], ...(defaulted.size > 0 && { defaulted }) };
}

/** `Authorization:${AUTH}` with the variable `AUTH=Bearer abc` must not become the header `abc`. */
function isWholeVariable({ env = {} }: Server, name: string): boolean {
  return Object.hasOwn(env, name) && !new RegExp(`^${SCHEME.source}`, 'i').test(env[name] ?? '');
}

/** The references in all texts of a value. */
export function referencesIn(value: Value): VariableReference[] {
  if (typeof value === 'string') return splitReferences(value).filter((part) => typeof part !== 'string');
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return isMap(value) ? Object.values(value).flatMap(referencesIn) : [];
}

/** Returns the reference for a secret. */
type Refer = (about: string, value: string) => string;

interface Referring {
  readonly ofServer: Refer;
  readonly ofPerson: Refer;
  readonly isExact: boolean;
}

const texts = ['command', 'url'];
/** Map values are judged by their names too. */
const maps = ['headers', 'auth', 'extras'];

function inField(field: string, value: Value, refer: Referring): Value {
  if (field === 'args' && Array.isArray(value)) return inArguments(value, refer);
  if (texts.includes(field) && typeof value === 'string') return inText(value, refer, 'argument');
  const judged = maps.includes(field) || !Object.hasOwn(canonicalFields, field);
  return judged ? inValue(field, value, refer.ofServer, refer) : inProse(value, refer);
}

/** A title, a description or a directory, where a word after a name such as `Authorization:` is only a word. */
function inProse(value: Value, refer: Referring): Value {
  if (typeof value === 'string') return inSpans(value, refer, 'text', proseSpans);
  if (Array.isArray(value)) return value.map((item) => inProse(item, refer));
  if (!isMap(value)) return value;
  const result: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(result, key, inProse(item, refer));
  return result;
}

const SCHEME = /(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;

function inValue(name: string, value: Value, refer: Refer, all: Referring): Value {
  if (typeof value === 'string')
    return isPlainSecret(name, value) ? asReference(name, value, refer) : inText(value, all, 'text');
  if (Array.isArray(value)) return value.map((item) => inValue(name, item, refer, all));
  if (!isMap(value)) return value;
  const result: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(result, key, inValue(key, item, refer, all));
  return result;
}

function asReference(name: string, value: string, refer: Refer): string {
  const [first, ...rest] = splitReferences(value);
  // A secret default can be dropped.
  if (typeof first === 'object' && rest.length === 0) return `\${${first.name}}`;
  const scheme = new RegExp(`^${SCHEME.source}`, 'i').exec(value)?.[0] ?? '';
  return scheme + refer(name, value.slice(scheme.length));
}

/** `--api-key abc`: the preceding argument marks this one as secret. */
function inArguments(args: readonly Value[], refer: Referring): Value[] {
  return args.map((arg, index) => {
    if (typeof arg !== 'string') return arg;
    const before = args[index - 1];
    const option = typeof before === 'string' ? before : '';
    if (SCRIPT.test(option)) return inScript(arg, refer);
    return isSecretArgument(option, arg)
      ? asReference(aboutOf(option), arg, refer.ofServer)
      : inText(arg, refer, 'argument', option);
  });
}

/** Options that take a script of a shell. */
const SCRIPT = /^(?:-l?i?c|\/c|-Command)$/i;

/** In a script, a value ends where the shell ends it: the rest is the command, and not part of the secret. */
function inScript(source: string, refer: Referring): string {
  const text = withoutDefaults(source);
  const [first] = valueSpans('', text);
  if (!first) return text;
  const part = exactPart(text, first, 'script') ?? (refer.isExact ? undefined : first);
  if (!part) return text;
  const head = text.slice(0, part.start);
  // The closing quote goes with it, so that the rest begins outside of quotes.
  const close = part.end < first.end || /["']/.test(text[part.end] ?? '') ? (text[part.end] ?? '') : '';
  const rest = text.slice(part.end + close.length);
  return head + named(head, text.slice(part.start, part.end), refer) + close + inScript(rest, refer);
}

/** `-k` and `-p` are too short for a name. */
function aboutOf(option: string): string {
  return /^-\w$/.test(option) ? 'token' : option.replace(/^-+/, '');
}

/** The secret parts of a text, given the preceding argument. */
function inText(source: string, refer: Referring, kind: TextKind, before = ''): string {
  return inSpans(source, refer, kind, (text) => valueSpans('', text, before));
}

function inSpans(source: string, refer: Referring, kind: TextKind, find: (text: string) => readonly Span[]): string {
  const text = withoutDefaults(source);
  let head = '';
  let at = 0;
  for (const span of find(text)) {
    const part = refer.isExact ? exactPart(text, span, kind) : span;
    if (!part) continue;
    head += text.slice(at, part.start);
    head += named(head, text.slice(part.start, part.end), refer);
    at = part.end;
  }
  return head + text.slice(at);
}

/** `-u "name:` before the password. */
const LOGIN = /(?:^|[\s"'])(?:-[uU]|--(?:proxy-)?user)[\s="']*[^\s:"']{1,100}:$/;

/** The reference for a secret, named after the text before it. */
function named(head: string, secret: string, { ofServer, ofPerson }: Referring): string {
  const bare = head.replace(new RegExp(`${SCHEME.source}$`, 'i'), '');
  const variable = /(?:^|\s)([A-Z][A-Z0-9_]*)=$/.exec(bare)?.[1];
  if (variable !== undefined) return ofPerson(variable, secret);
  if (/\/\/[^\s/]*:$/.test(bare) || LOGIN.test(bare)) return ofServer('password', secret);
  return ofServer(/([A-Za-z][\w.-]*)["']?\s*[:=]\s*["']?$/.exec(bare)?.[1] ?? 'token', secret);
}

/** `${KEY:-abc}` with a secret default becomes `${KEY}`. */
function withoutDefaults(text: string): string {
  const spans = hiddenSpans(text);
  return text.replaceAll(/\$\{([A-Za-z_]\w*):-[^}]*\}/g, (reference, name: string, at: number) =>
    spans.some(({ start, end }) => start < at + reference.length && end > at) ? `\${${name}}` : reference,
  );
}
