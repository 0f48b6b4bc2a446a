import { visible } from '../model/visible.ts';
import type { View } from './options.ts';

/** A client and what it gets to see. */
export interface ClientView {
  readonly client?: string;
  readonly view: View;
}

/** What is said about a view, in an address or as options of a command. */
export interface ViewWords {
  /** Names of servers, with commas between them. */
  readonly only?: readonly string[];
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly names?: string | undefined;
  readonly search?: string | undefined;
}

/** Says what is wrong and what is allowed. */
export class ViewError extends Error {
  override readonly name = 'ViewError';
}

const LONGEST = 2048;
const CLIENT = /^[\w.-]{1,64}$/;
const styles = ['prefixed', 'plain'] as const;
const searches = ['off', 'on', 'auto'] as const;
const keys = ['only', 'allow', 'deny', 'names', 'search'];

/** What the words mean. Throws a `ViewError` when they mean nothing. */
export function viewOf({ only, allow, deny, names, search }: ViewWords): View {
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
 * A view in one text, as it stands in the address behind `/mcp/`: `cursor?only=files,github&deny=*delete*`. Two texts of
 * the same view are the same; everybody with the same text shares what is made for it.
 */
export function viewText({ client = '', view }: ClientView): string {
  const { servers, tools = {}, names, search } = view;
  const words = new URLSearchParams();
  if (servers) words.set('only', sorted(servers).join(','));
  for (const key of ['allow', 'deny'] as const) for (const name of sorted(tools[key] ?? [])) words.append(key, name);
  if (names) words.set('names', names);
  if (search) words.set('search', search);
  // People read it, and a comma need not be written otherwise.
  return words.size === 0 ? client : `${client}?${words.toString().replaceAll('%2C', ',')}`;
}

/** The other way round. Throws a `ViewError` when it is not a view. */
export function readView(text: string): ClientView {
  if (text.length > LONGEST) throw new ViewError(`A view is at most ${LONGEST} characters long`);
  const at = text.indexOf('?');
  const client = at === -1 ? text : text.slice(0, at);
  if (client !== '' && !isClientName(client)) {
    throw new ViewError('The name of a client is at most 64 letters, digits, dots, hyphens and underscores');
  }
  const words = new URLSearchParams(at === -1 ? '' : text.slice(at));
  for (const key of words.keys()) {
    if (!keys.includes(key))
      throw new ViewError(`"${visible(key.slice(0, 64))}" is no part of a view; these are: ${keys.join(', ')}`);
  }
  return {
    ...(client !== '' && { client }),
    view: viewOf({
      ...several(words, 'only'),
      ...several(words, 'allow'),
      ...several(words, 'deny'),
      names: single(words, 'names'),
      search: single(words, 'search'),
    }),
  };
}

export function isClientName(text: string): boolean {
  return CLIENT.test(text);
}

function several(words: URLSearchParams, key: string): ViewWords {
  return words.has(key) ? { [key]: words.getAll(key) } : {};
}

function single(words: URLSearchParams, key: string): string | undefined {
  const [value, ...others] = words.getAll(key);
  if (others.length > 0) throw new ViewError(`${key} can be said only once`);
  return value;
}

function oneOf<W extends string>(key: string, word: string | undefined, words: readonly W[]): W | undefined {
  const found = words.find((one) => one === word);
  if (word === undefined || found !== undefined) return found;
  throw new ViewError(`${key} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
