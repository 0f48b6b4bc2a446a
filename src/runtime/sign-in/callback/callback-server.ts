import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostFault } from '../../../model/request-host.ts';
import { failed } from '../sign-in-error.ts';
import { keepNewest } from '../tokens/keep-newest.ts';
import { callbackPage, pageHeaders } from './callback-page.ts';
import { isAnswerTo } from './is-answer.ts';

export interface CallbackPlace {
  readonly hostname: '127.0.0.1' | 'localhost' | '[::1]';
  /** A free one when it is 0. */
  readonly port: number;
  readonly path: string;
}

/** Waits on this machine for the browser to come back, once. */
export interface Callback {
  readonly redirectUrl: string;
  readonly arrived: Promise<Arrival>;
  close(): Promise<void>;
}

export interface Arrival {
  readonly params: URLSearchParams;
  /** The browser is kept waiting until it is known how the sign-in has ended. */
  answer(hasWorked: boolean, title: string, text: string): void;
}

/** Nothing that is sent here is long, or takes long. */
const LIMITS = { requestTimeout: 10_000, headersTimeout: 5000, connectionsCheckingInterval: 1000 };
const MOST_CONNECTIONS = 100;

/**
 * Waits for the answer with this state. Everything else is refused and changes nothing: any program of this machine, and
 * any page in the browser, can send requests here. Rejects when the port is taken: another program would get the answer.
 */
export async function openCallback(place: CallbackPlace, state: string): Promise<Callback> {
  let arrive: (arrival: Arrival) => void = () => {};
  const arrived = new Promise<Arrival>((done) => {
    arrive = done;
  });
  const server = createServer(LIMITS);
  keepNewest(server, MOST_CONNECTIONS);
  const port = await listen(server, place);
  const { hostname, path } = place;
  let isOver = false;
  let unanswered: ServerResponse | undefined;
  server.on('request', (request, response) => {
    const params = callbackIn(request, response, { hostname, path, port }, state);
    if (!params) return;
    if (isOver) return refuse(response, 410, 'This sign-in is over.');
    isOver = true;
    unanswered = response;
    arrive({
      params,
      answer: (hasWorked, title, text) => {
        unanswered = undefined;
        response.writeHead(hasWorked ? 200 : 400, pageHeaders).end(callbackPage(title, text));
      },
    });
  });
  return {
    redirectUrl: `http://${hostname}:${port}${path}`,
    arrived,
    async close() {
      unanswered?.destroy();
      await close(server);
    },
  };
}

async function listen(server: Server, { hostname, port }: CallbackPlace): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host: hostname === '[::1]' ? '::1' : '127.0.0.1', exclusive: true }, done);
  }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const tip = 'Close the program that uses it, or choose another with "callbackPort".';
    if (code === 'EADDRINUSE') throw failed('port-taken', `port ${port} of this machine is in use`, tip);
    throw failed('port-taken', `port ${port} of this machine cannot be used (${code})`, tip);
  });
  return (server.address() as AddressInfo).port;
}

/** What a request brings, if it is the one that is waited for; others are answered here. */
function callbackIn(
  request: IncomingMessage,
  response: ServerResponse,
  { hostname, path, port }: CallbackPlace,
  state: string,
): URLSearchParams | undefined {
  const { method, url = '', headers } = request;
  const fault = hostFault(request);
  if (fault !== undefined) return refuse(response, 400, fault);
  // A page that has another name lead here must not get anything.
  if (headers.host !== `${hostname}:${port}` && headers.host !== `127.0.0.1:${port}`) {
    return refuse(response, 403, 'This address has another name.');
  }
  const [target, ...query] = url.split('?');
  if (target !== path) return refuse(response, 404, 'There is nothing here.');
  if (method !== 'GET') return refuse(response, 405, 'There is nothing here.');
  const params = new URLSearchParams(query.join('?'));
  return isAnswerTo(state, params) ? params : refuse(response, 400, 'This is not the answer to this sign-in.');
}

function refuse(response: ServerResponse, status: number, text: string): undefined {
  response.writeHead(status, pageHeaders).end(callbackPage('Plugboard', text));
  return undefined;
}

async function close(server: Server): Promise<void> {
  // Answers under way are finished; connections that have asked for nothing are closed.
  const closed = new Promise((done) => {
    server.close(done);
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(timer);
}
