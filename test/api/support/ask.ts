import { type IncomingHttpHeaders, request as open } from 'node:http';

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is no text is sent as JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  json(): unknown;
}

/** A request with exactly these headers; unlike `fetch`, which guards some and cleans up paths. */
export async function ask(address: string, { method = 'GET', headers = {}, body }: Request = {}): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const path = address.replace(/^http:\/\/[^/]*/, '') || '/';
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((done, fail) => {
    const asked = open({ hostname, port, path, method, headers: { ...type, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        }),
      );
    });
    asked.on('error', fail);
    asked.end(sent);
  });
}
