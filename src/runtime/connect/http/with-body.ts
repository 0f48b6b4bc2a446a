import { ConnectionError } from '../errors.ts';

/** The same response with another body. A server may send a status or a reason that a `Response` does not take. */
export function withBody(
  { status, statusText, headers }: Pick<Response, 'status' | 'statusText' | 'headers'>,
  body: ConstructorParameters<typeof Response>[0],
): Response {
  if (status < 200 || status > 599) {
    throw new ConnectionError({ kind: 'protocol', message: `The server answered with the unknown status ${status}.` });
  }
  return new Response(body, { status, statusText: plainReason(statusText), headers });
}

/** The words behind a status, without characters that do not belong there. */
export function plainReason(statusText: string): string {
  return statusText.replaceAll(/[^\x20-\x7e]/g, '');
}
