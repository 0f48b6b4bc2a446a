import { decodeUri } from '../../../model/decode-uri.ts';
import type { ResolvedServer } from '../../types.ts';
import { ConnectionError } from '../errors.ts';
import { blockedPort } from '../failure.ts';

export interface HttpTarget {
  readonly url: URL;
  readonly headers: Record<string, string>;
}

/**
 * Ports of other protocols. Neither `fetch` nor we contact them, so that a request cannot be taken for a message of
 * such a protocol. The list is that of the Fetch standard.
 */
export const BLOCKED_PORTS: ReadonlySet<string> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 ' +
    '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

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
  return Buffer.from(`${decodeUri(username)}:${decodeUri(password)}`).toString('base64');
}
