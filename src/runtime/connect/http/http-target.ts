import type { ResolvedServer } from '../../types.ts';
import { ConnectionError } from '../errors.ts';
import { blockedPort } from '../failure.ts';
import { BLOCKED_PORTS } from './blocked-ports.ts';

export interface HttpTarget {
  readonly url: URL;
  readonly headers: Record<string, string>;
}

/** The request target. Credentials in the URL become a header; ports that `fetch` blocks are rejected. */
export function httpTarget({ url: text = '', headers }: ResolvedServer): HttpTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConnectionError({
      kind: 'values',
      message: 'The URL of the server is not an http or https URL.',
      tip: 'Correct "url" of this server.',
    });
  }
  if (BLOCKED_PORTS.has(url.port)) throw new ConnectionError(blockedPort);
  const credentials = basicCredentials(url);
  if (credentials === undefined) return { url, headers: { ...headers } };
  url.username = '';
  url.password = '';
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return { url, headers: hasOwn ? { ...headers } : { ...headers, authorization: `Basic ${credentials}` } };
}

/** The URL's credentials in the form of the Basic scheme. */
function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
