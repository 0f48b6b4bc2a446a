import type { Socket } from 'node:net';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiFailure } from './contract/common.ts';
import type { Desk } from './desk.ts';
import { instanceRoutes } from './instance/instance-routes.ts';
import { problemOf } from './problem.ts';
import { refusalPage } from './refusal-page.ts';
import { Refusal } from './refusal.ts';
import { routes } from './routes/index.ts';
import { maskAnswers } from './secrets/mask-answers.ts';
import type { Access } from './security/access.ts';
import { onlyOwnRequests } from './security/own-requests.ts';
import { responseHeaders } from './security/response-headers.ts';
import { onlySignedIn, signInByLink } from './security/sign-in.ts';
import { readSettings } from './settings/settings-file.ts';
import { webFiles } from './static/web-files.ts';

/** More than any configuration file that somebody pastes. */
const MOST_BYTES = 4 * 1024 * 1024;

export interface AppParts {
  readonly desk: Desk;
  readonly access: Access;
  /** The directory with the built page. */
  readonly webRoot: string;
  /** Gets the connection of each request of a browser that is signed in. */
  readonly onSignedIn?: (socket: Socket) => void;
}

/** The whole HTTP interface. What is refused is refused before any route sees it; only here errors become answers. */
export function createApp({ desk, access, webRoot, onSignedIn = () => {} }: AppParts): Hono {
  const app = new Hono();
  app.use(responseHeaders);
  app.use(onlyOwnRequests(access));
  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: tooLarge }));
  app.route('/', instanceRoutes(access));
  app.route('/', signInByLink(access));
  app.use(onlySignedIn(access, onSignedIn));
  app.use(maskAnswers(desk.known));
  for (const resource of routes) app.route('/api', resource(desk));
  app.all('/api/*', ({ req }) => {
    throw new Refusal(404, { code: 'not-found', message: `There is no ${req.method} ${req.path}.` });
  });
  app.route(
    '/',
    webFiles(webRoot, async () => (await readSettings(desk.host)).theme),
  );
  app.onError(answerError);
  return app;
}

function answerError(error: unknown, context: Context): Response {
  const { status, problem } = problemOf(error);
  const wantsPage = context.req.method === 'GET' && (context.req.header('accept') ?? '').includes('text/html');
  if (wantsPage) return context.html(refusalPage(problem), status);
  const failure: ApiFailure = { error: problem };
  return context.json(failure, status);
}

function tooLarge(): never {
  throw new Refusal(413, { code: 'usage', message: 'What was sent is larger than 4 MB.' });
}
