import { textsIn } from '../diagnostics/texts.ts';
import { hasVariable } from '../reference.ts';
import type { Server } from '../server.ts';
import { isMap, type Path, type Value } from '../value.ts';
import { isSecretParameter } from './cover-addresses.ts';
import { SCHEME } from './cover.ts';
import { exactPart } from './exact-part.ts';
import { proseFields, proseSpans } from './prose-spans.ts';
import { isSecretName } from './secret-name.ts';
import { isPlainSecret } from './secret.ts';
import { valueSpans } from './value-spans.ts';

/** A plain-text secret in a definition. Never print `secret` or `text`. */
export interface PlainSecret {
  /** Path in the canonical server. */
  readonly path: Path;
  /** The variable, header, option or parameter that contains it; absent when only the value identifies it. */
  readonly key?: string;
  /** The key, or else a description of the location. */
  readonly name: string;
  /** The whole string that contains it. */
  readonly text: string;
  /** The part that a reference would replace. In a script the end of a secret cannot be determined safely. */
  readonly secret?: string;
}

const known = new WeakMap<Server, readonly PlainSecret[]>();

/** Returns the likely secrets of a definition. Cached, because several checks use them. */
export function secretsIn(server: Server): readonly PlainSecret[] {
  const secrets = known.get(server) ?? findSecrets(server);
  known.set(server, secrets);
  return secrets;
}

function findSecrets(server: Server): PlainSecret[] {
  return [
    ...inMap(server.env, 'env'),
    ...inMap(server.headers, 'headers'),
    ...inMap(server.auth, 'auth'),
    ...inArguments(server.args),
    ...inParts(['command'], textOf(server.command), { name: 'The command' }),
    ...inUrl(server.url),
    ...inExtras(server.extras, ['extras']),
    ...inUnknown(server),
    ...inProse(server),
  ];
}

/** Fields that are searched in their own way. */
const searched: readonly string[] = ['env', 'headers', 'auth', 'args', 'url', 'extras', 'command', ...proseFields];

/** Fields that we do not know, as a newer version of a client may have. */
function inUnknown(server: Server): PlainSecret[] {
  const unknown = Object.entries(server).filter(([field]) => !searched.includes(field));
  return inExtras(Object.fromEntries(unknown) as Readonly<Record<string, Value>>, []);
}

/** Nothing puts in a reference there, so the secret can only be named. */
function inProse(server: Server): PlainSecret[] {
  return proseFields.flatMap((field) => {
    const text = textOf(server[field]);
    return proseSpans(text).length > 0 ? [{ path: [field], name: `The ${field}`, text }] : [];
  });
}

const REFERENCES = /\$?\{(?:env|input|file|secrets?|command|config|op|value):[^}]*\}|\$\{\{[^}]*\}\}/g;

/** Whether the text is a secret, and not a reference in any syntax or the path of a secret file. */
function isSecret(name: string, text: string): boolean {
  const own = text.replaceAll(REFERENCES, '');
  if (/^(?:op:\/\/|\$[A-Z_][A-Z0-9_]*$)/.test(own)) return false;
  const isPath = /^(?:~|\.{1,2})?[/\\]|^[A-Za-z]:[/\\]/.test(own);
  return isPlainSecret(isPath ? '' : name, own);
}

function found(path: Path, name: string, text: string, part = text): PlainSecret[] {
  return isSecret(name, part) ? [{ path, key: name, name, text, secret: part.replace(SCHEME, '').trim() }] : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The whole value, if its name or its form says so, or the parts of it that are hidden where it is shown. */
function inText(path: Path, name: string, text: string): PlainSecret[] {
  const whole = found(path, name, text);
  return whole.length > 0 ? whole : inParts(path, text, { key: name, name });
}

/** The parts of a text that are hidden where it is shown. */
function inParts(path: Path, text: string, about: Pick<PlainSecret, 'key' | 'name'>, before = ''): PlainSecret[] {
  const references = [...text.matchAll(REFERENCES)].map(({ index, 0: one }) => ({ index, end: index + one.length }));
  return valueSpans('', text, before).flatMap((span) => {
    // A name of a secret in a reference is followed by a colon, as if by its value.
    if (references.some(({ index, end }) => span.start > index && span.start < end)) return [];
    if (!isSecret('token', text.slice(span.start, span.end))) return [];
    const part = exactPart(text, span, path[0] === 'args' ? 'argument' : 'text');
    return [{ path, ...about, text, ...(part && { secret: text.slice(part.start, part.end) }) }];
  });
}

function inMap(map: unknown, field: string): PlainSecret[] {
  if (!isMap(map)) return [];
  return Object.entries(map).flatMap(([name, text]) =>
    typeof text === 'string' ? inText([field, name], name, text) : [],
  );
}

/** `--api-key abc`, `--api-key=abc`, `-e KEY=abc`, `--header "Authorization: Bearer abc"`, or a recognizable key. */
function inArguments(args: readonly unknown[] | undefined): PlainSecret[] {
  const texts = Array.isArray(args) ? args : [];
  return texts.flatMap((text, index): PlainSecret[] => {
    if (typeof text !== 'string') return [];
    const path = ['args', index];
    const last: unknown = texts[index - 1];
    const isScript = typeof last === 'string' && /^(?:-l?i?c|\/c|-Command)$/i.test(last);
    if (isScript) return valueSpans('', text).length > 0 ? [{ path, name: 'A script', text }] : [];
    return inArgument(text, path, typeof last === 'string' && /^--?[A-Za-z_][\w.-]*$/.test(last) ? last : '');
  });
}

function inArgument(text: string, path: Path, before: string): PlainSecret[] {
  // The value of `--api-key` may contain `=`; the part before it is then no name.
  const isWhole = !text.startsWith('-') && isSecretName(before.replace(/^-+/, ''));
  // The value of `--env` is a pair itself.
  const inner = /^--env=(?=\w+=)/.exec(text)?.[0] ?? '';
  const pair = isWhole ? undefined : /^-{0,2}(\w[\w.-]*)(?:=|:\s+)(.+)$/s.exec(text.slice(inner.length));
  const named = pair ? found(path, pair[1] ?? '', text, pair[2]) : [];
  if (named.length > 0) return named;
  const inOne = /^[^\s-]\S*:\/\/\S*$/.test(text) ? inAddress(text, path) : [];
  if (inOne.length > 0) return inOne;
  return inParts(path, text, before === '' ? { name: 'An argument' } : { key: before, name: before }, before);
}

function inUrl(url: unknown): PlainSecret[] {
  const all = inAddress(url);
  return all.length > 0 || typeof url !== 'string' ? all : inParts(['url'], url, { name: 'The address' });
}

/** Shorter values cannot be distinguished from words. */
const SHORTEST = 12;

/** In the query, in the user info, or in an unambiguous path segment. */
function inAddress(url: unknown, path: Path = ['url']): PlainSecret[] {
  if (typeof url !== 'string') return [];
  const parameters = [...url.matchAll(/[?&]([^=&#]+)=([^&#]+)/g)].flatMap(([, name = '', value = '']) =>
    isSecretParameter(name, value) && isSecret('token', value)
      ? [{ path, key: name, name, text: url, secret: value }]
      : [],
  );
  const [, user = '', password = ''] = /^[a-z][\w+.-]*:\/\/([^\s/:@]*)(?::([^\s/@]+))?@/i.exec(url) ?? [];
  const inFront = password === '' ? (user === 'git' ? '' : user) : password;
  const named = [...parameters, ...found(path, 'password', url, inFront)];
  if (named.length > 0 || hasVariable(url)) return named;
  return url
    .split(/[/?&#=]/)
    .filter((part) => part.length >= SHORTEST)
    .flatMap((part) => found(path, '', url, part).map(({ key: _, ...one }) => ({ ...one, name: 'The address' })));
}

/** Client-specific settings; those that name a variable contain no secret. */
function inExtras(extras: Readonly<Record<string, Value>> | undefined, at: Path): PlainSecret[] {
  return textsIn(extras as Value | undefined).flatMap(({ path, text }) => {
    const name = path.findLast((step) => typeof step === 'string') ?? '';
    // A prompt has an id and a description; only its default may be a secret.
    const isName = /env/i.test(name) || (path.includes('inputs') && name !== 'default');
    return isName ? [] : inText([...at, ...path], name, text);
  });
}
