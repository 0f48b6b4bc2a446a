import { visible } from '../../model/visible.ts';
import type { View } from '../options.ts';

/** A client name and its view. */
export interface ClientView {
  readonly client?: string;
  readonly view: View;
}

/** View parameters, from a URL or from command options. */
export interface ViewParams {
  /** Comma-separated server names. */
  readonly only?: readonly string[];
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly names?: string | undefined;
  readonly search?: string | undefined;
}

/** An invalid view. The message says what is allowed. */
export class ViewError extends Error {
  override readonly name = 'ViewError';
}

const MAX_LENGTH = 2048;
const CLIENT = /^[\w.-]{1,64}$/;
const styles = ['prefixed', 'plain'] as const;
const searches = ['off', 'on', 'auto'] as const;
const keys = ['only', 'allow', 'deny', 'names', 'search'];

/** Parses view parameters. Throws a `ViewError` if one is invalid. */
export function viewOf({ only, allow, deny, names, search }: ViewParams): View {
  const servers = only?.flatMap((list) => list.split(',')).map((name) => name.trim());
  const style = oneOf('names', names, styles);
  const when = oneOf('search', search, searches);
  return {
    ...(servers && { servers: sorted(servers.filter((name) => name !== '')) }),
    ...((allow || deny) && { tools: { ...(allow && { allow: sorted(allow) }), ...(deny && { deny: sorted(deny) }) } }),
    ...(style && { names: style }),
    ...(when && { search: when }),
  };
}

/**
 * Serializes a view, in the form that follows `/mcp/` in a URL: `cursor?only=files,github&deny=*delete*`. The text is
 * canonical: equal views have equal texts and share what is cached for them.
 */
export function viewText({ client = '', view }: ClientView): string {
  const { servers, tools = {}, names, search } = view;
  const words = new URLSearchParams();
  if (servers) words.set('only', sorted(servers).join(','));
  for (const key of ['allow', 'deny'] as const) for (const name of sorted(tools[key] ?? [])) words.append(key, name);
  if (names) words.set('names', names);
  if (search) words.set('search', search);
  // Commas need no escaping, and the text is easier to read without it.
  return words.size === 0 ? client : `${client}?${words.toString().replaceAll('%2C', ',')}`;
}

/** Parses a view text. Throws a `ViewError` if it is invalid. */
export function readView(text: string): ClientView {
  if (text.length > MAX_LENGTH) throw new ViewError(`A view can have at most ${MAX_LENGTH} characters`);
  const at = text.indexOf('?');
  const client = at === -1 ? text : text.slice(0, at);
  if (client !== '' && !isClientName(client)) {
    throw new ViewError('A client name can have at most 64 letters, digits, dots, hyphens and underscores');
  }
  const words = new URLSearchParams(at === -1 ? '' : text.slice(at));
  for (const key of words.keys()) {
    if (!keys.includes(key))
      throw new ViewError(`Unknown view parameter "${visible(key.slice(0, 64))}"; allowed are ${keys.join(', ')}`);
  }
  return {
    ...(client !== '' && { client }),
    view: viewOf({
      ...listParam(words, 'only'),
      ...listParam(words, 'allow'),
      ...listParam(words, 'deny'),
      names: singleParam(words, 'names'),
      search: singleParam(words, 'search'),
    }),
  };
}

/** What a client sees, as one text: its view, within the view of its principal. */
export function scopeText(within: string | undefined, view: string | undefined): string | undefined {
  return within === undefined ? view : `${within}\n${view ?? ''}`;
}

/** A view contains no line break, because `viewText` escapes it. */
export function readScope(scope: string): { readonly within?: string; readonly view: string } {
  const at = scope.indexOf('\n');
  return at === -1 ? { view: scope } : { within: scope.slice(0, at), view: scope.slice(at + 1) };
}

export function isClientName(text: string): boolean {
  return CLIENT.test(text);
}

function listParam(words: URLSearchParams, key: string): ViewParams {
  return words.has(key) ? { [key]: words.getAll(key) } : {};
}

function singleParam(words: URLSearchParams, key: string): string | undefined {
  const [value, ...others] = words.getAll(key);
  if (others.length > 0) throw new ViewError(`${key} can be given only once`);
  return value;
}

function oneOf<W extends string>(key: string, word: string | undefined, words: readonly W[]): W | undefined {
  const found = words.find((one) => one === word);
  if (word === undefined || found !== undefined) return found;
  throw new ViewError(`${key} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
