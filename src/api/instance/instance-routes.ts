import { Hono } from 'hono';
import { version } from '../../model/version.ts';
import { HttpError } from '../http-error.ts';
import type { Access } from '../security/access.ts';
import { equalInConstantTime } from '../security/constant-time.ts';

/** What a running API server tells another process of the same user. */
export interface InstanceAnswer {
  readonly pid: number;
  readonly version: string;
  /** Creates a sign-in link for a browser. */
  readonly link: string;
}

/** `POST /instance/link`, for processes that know the secret in the instance file; browsers do not. */
export function instanceRoutes({ secret, links, place }: Access): Hono {
  return new Hono().post('/instance/link', (context) => {
    const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if (!equalInConstantTime(secret, given)) throw new HttpError(401, { code: 'signed-out', message: 'Wrong secret.' });
    const answer: InstanceAnswer = { pid: process.pid, version, link: linkOf(place.url, links.mint()) };
    return context.json(answer);
  });
}

/** The sign-in URL. */
export function linkOf(url: string, token: string): string {
  return `${url}/auth?t=${token}`;
}
