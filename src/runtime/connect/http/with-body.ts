import { ConnectionError } from '../errors.ts';

/** Replaces the body of a response. A server may send a status or reason that `Response` rejects. */
export function withBody(
  { status, statusText, headers }: Pick<Response, 'status' | 'statusText' | 'headers'>,
  body: ConstructorParameters<typeof Response>[0],
): Response {
  if (status < 200 || status > 599) {
    throw new ConnectionError({ kind: 'protocol', message: `The server answered with the unknown status ${status}.` });
  }
  return new Response(body, { status, statusText: plainReason(statusText), headers });
}

/** The reason phrase without invalid characters. */
export function plainReason(statusText: string): string {
  return statusText.replaceAll(/[^\x20-\x7e]/g, '');
}
