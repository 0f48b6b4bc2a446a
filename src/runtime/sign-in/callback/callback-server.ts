import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ambiguityIn } from '../../../model/ambiguous-request.ts';
import { failed } from '../sign-in-error.ts';
import { page, pageHeaders } from './callback-page.ts';
import { isAnswerTo } from './is-answer.ts';

export interface CallbackPlace {
  readonly hostname: '127.0.0.1' | 'localhost' | '[::1]';
  /** 0 selects a free port. */
  readonly port: number;
  readonly path: string;
}

/** Local listener for one redirect of the browser. */
export interface Callback {
  readonly redirectUrl: string;
  readonly arrived: Promise<Arrival>;
  close(): Promise<void>;
}

export interface Arrival {
  readonly params: URLSearchParams;
  /** Completes the browser's request once the result of the sign-in is known. */
  answer(hasWorked: boolean, title: string, text: string): void;
}

/** Requests here are small and short. */
const LIMITS = { requestTimeout: 10_000, headersTimeout: 5000, connectionsCheckingInterval: 1000 };
const MOST_CONNECTIONS = 100;

/**
 * Waits for the response with this state. All other requests are rejected without effect, since any local program and
 * any web page can send some. Rejects if the port is taken, because another program would receive the response.
 */
export async function openCallback(place: CallbackPlace, state: string): Promise<Callback> {
  let arrive: (arrival: Arrival) => void = () => {};
  const arrived = new Promise<Arrival>((done) => {
    arrive = done;
  });
  const server = createServer(LIMITS);
  limitConnections(server, MOST_CONNECTIONS);
  const port = await listen(server, place);
  const { hostname, path } = place;
  let isOver = false;
  let unanswered: ServerResponse | undefined;
  server.on('request', (request, response) => {
    const params = callbackIn(request, response, { hostname, path, port }, state);
    if (!params) return;
    if (isOver) return refuse(response, 410, 'This sign-in has ended.');
    isOver = true;
    unanswered = response;
    arrive({
      params,
      answer: (hasWorked, title, text) => {
        unanswered = undefined;
        response.writeHead(hasWorked ? 200 : 400, pageHeaders).end(page(title, text));
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
    if (code === 'EADDRINUSE') throw failed('port-taken', `port ${port} is in use`, tip);
    throw failed('port-taken', `port ${port} cannot be used (${code})`, tip);
  });
  return (server.address() as AddressInfo).port;
}

/** The parameters of the expected request; all others are answered here. */
function callbackIn(
  request: IncomingMessage,
  response: ServerResponse,
  { hostname, path, port }: CallbackPlace,
  state: string,
): URLSearchParams | undefined {
  const { method, url = '', headers } = request;
  const fault = ambiguityIn(request);
  if (fault !== undefined) return refuse(response, 400, fault);
  // Protection against DNS rebinding.
  if (headers.host !== `${hostname}:${port}` && headers.host !== `127.0.0.1:${port}`) {
    return refuse(response, 403, 'Invalid host.');
  }
  const [target, ...query] = url.split('?');
  if (target !== path) return refuse(response, 404, 'Not found.');
  if (method !== 'GET') return refuse(response, 405, 'Method not allowed.');
  const params = new URLSearchParams(query.join('?'));
  return isAnswerTo(state, params)
    ? params
    : refuse(response, 400, 'This request does not belong to the current sign-in.');
}

function refuse(response: ServerResponse, status: number, text: string): undefined {
  response.writeHead(status, pageHeaders).end(page('Plugboard', text));
  return undefined;
}

async function close(server: Server): Promise<void> {
  // Finishes pending responses and closes idle connections.
  const closed = new Promise((done) => {
    server.close(done);
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(timer);
}

/** Limits the number of connections by closing the oldest, so that idle ones cannot block the expected request. */
function limitConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > most) oldest?.destroy();
  });
  // A connection with a request counts as new.
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
