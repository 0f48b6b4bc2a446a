import type { IncomingMessage, ServerResponse } from 'node:http';
import { page, pageHeaders } from '../../runtime/sign-in/callback/callback-page.ts';
import type { UserSignIns } from './user-sign-ins.ts';

export const SIGN_IN_PATH = '/sign-in/';
const CALLBACK = `${SIGN_IN_PATH}callback`;
const COOKIE = 'plugboard-sign-in';

/** The sign-in starts with a form whose response leads to another host. */
const headers = {
  ...pageHeaders,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  // Otherwise the browser would send the form with the origin "null".
  'referrer-policy': 'same-origin',
};

/** Serves the pages of sign-ins. A browser has no token; it has the link, or the response of an authorization server. */
export async function serveSignIn(
  signIns: UserSignIns,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { method } = request;
  request.resume();
  const isCallback = path === CALLBACK;
  const id = path.slice(SIGN_IN_PATH.length);
  if (method !== 'GET' && (method !== 'POST' || isCallback)) return send(response, 405, 'Method not allowed.');
  try {
    if (isCallback) await arrive(signIns, request, response);
    else if (method === 'GET') await describe(signIns, response, id);
    else await begin(signIns, response, id);
  } catch (error) {
    send(response, 502, `The sign-in failed. ${error instanceof Error ? error.message : ''}`);
  }
}

async function describe(signIns: UserSignIns, response: ServerResponse, id: string): Promise<void> {
  const flow = await signIns.describe(id);
  if (!flow) return send(response, 404, UNKNOWN);
  const { server, principal } = flow;
  const text = `${principal} wants to use the server "${server}" with your account. Continue only if you are ${principal} and asked for this.`;
  response.writeHead(200, headers).end(page(`Sign in to ${server}`, text, 'Continue'));
}

async function begin(signIns: UserSignIns, response: ServerResponse, id: string): Promise<void> {
  const started = await signIns.begin(id);
  if (!started) return send(response, 404, UNKNOWN);
  const attributes = `Path=${SIGN_IN_PATH}; Max-Age=900; HttpOnly; SameSite=Lax${signIns.isSecure ? '; Secure' : ''}`;
  const cookie = `${COOKIE}=${started.browser}; ${attributes}`;
  response.writeHead(303, { ...headers, location: started.address, 'set-cookie': cookie }).end();
}

async function arrive(signIns: UserSignIns, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const params = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
  const arrived = await signIns.arrive(params, cookieIn(request.headers.cookie));
  if (!arrived) return send(response, 400, 'This response belongs to no sign-in of this browser. Open the link again.');
  const { code, flow } = arrived;
  const text = `To finish, tell your assistant this code: ${code}. Enter it only where you use ${flow.principal} yourself: the sender of the code can use your account at "${flow.server}".`;
  send(response, 200, text, 'Almost done');
}

const UNKNOWN = 'This link is unknown or has expired. Call the tool again to get a new one.';

function send(response: ServerResponse, status: number, text: string, title = 'Plugboard'): void {
  response.writeHead(status, headers).end(page(title, text));
}

function cookieIn(header = ''): string | undefined {
  for (const part of header.split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}
