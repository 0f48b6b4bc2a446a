import type { Socket } from 'node:net';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiContext } from './api-context.ts';
import type { ApiFailure } from './contract/common.ts';
import { errorPage } from './error-page.ts';
import { latestEventId } from './events/event-stream.ts';
import { HttpError } from './http-error.ts';
import { instanceRoutes } from './instance/instance-routes.ts';
import { problemOf } from './problem.ts';
import { routes } from './routes/index.ts';
import { maskAnswers } from './secrets/mask-answers.ts';
import type { Access } from './security/access.ts';
import { responseHeaders } from './security/response-headers.ts';
import { sameOriginOnly } from './security/same-origin.ts';
import { onlySignedIn, signInByLink } from './security/sign-in.ts';
import { readSettings } from './settings/settings-file.ts';
import { webFiles } from './static/web-files.ts';

/** Larger than any configuration file that is pasted. */
const MOST_BYTES = 4 * 1024 * 1024;

export interface AppParts {
  readonly api: ApiContext;
  readonly access: Access;
  /** The directory with the built page. */
  readonly webRoot: string;
  /** Receives the connection of each authenticated request. */
  readonly onSignedIn?: (socket: Socket) => void;
}

/** The HTTP API. Requests are rejected before any route runs; errors become responses only here. */
export function createApp({ api, access, webRoot, onSignedIn = () => {} }: AppParts): Hono {
  const app = new Hono();
  app.use(responseHeaders);
  app.use(sameOriginOnly(access));
  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: tooLarge }));
  app.route('/', instanceRoutes(access));
  app.route('/', signInByLink(access));
  app.use(onlySignedIn(access, onSignedIn));
  app.use(maskAnswers(api.known));
  for (const resource of routes) app.route('/api', resource(api));
  app.all('/api/*', ({ req }) => {
    throw new HttpError(404, { code: 'not-found', message: `Not found: ${req.method} ${req.path}.` });
  });
  app.route(
    '/',
    webFiles(
      webRoot,
      async () => (await readSettings(api.host)).theme,
      () => latestEventId(api.events),
    ),
  );
  app.onError(answerError);
  return app;
}

function answerError(error: unknown, context: Context): Response {
  const { status, problem } = problemOf(error);
  const wantsPage = context.req.method === 'GET' && (context.req.header('accept') ?? '').includes('text/html');
  if (wantsPage) return context.html(errorPage(problem), status);
  const failure: ApiFailure = { error: problem };
  return context.json(failure, status);
}

function tooLarge(): never {
  throw new HttpError(413, { code: 'usage', message: 'The request is larger than 4 MB.' });
}
