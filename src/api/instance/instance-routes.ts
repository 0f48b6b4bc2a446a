import { Hono } from 'hono';
import { version } from '../../model/version.ts';
import { Refusal } from '../refusal.ts';
import type { Access } from '../security/access.ts';
import { isSameSecret } from '../security/same-secret.ts';

/** What a running server of the page tells another process of the same person. */
export interface InstanceAnswer {
  readonly pid: number;
  readonly version: string;
  /** A new link that lets a browser in. */
  readonly link: string;
}

/** `POST /instance/link`, for those who know the secret in the instance file; browsers never do. */
export function instanceRoutes({ secret, links, place }: Access): Hono {
  return new Hono().post('/instance/link', (context) => {
    const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if (!isSameSecret(secret, given))
      throw new Refusal(401, { code: 'signed-out', message: 'That is not the secret.' });
    const answer: InstanceAnswer = { pid: process.pid, version, link: linkOf(place.url, links.mint()) };
    return context.json(answer);
  });
}

/** The address that lets a browser in. */
export function linkOf(url: string, token: string): string {
  return `${url}/auth?t=${token}`;
}
