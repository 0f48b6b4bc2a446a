import { Hono } from 'hono';
import { listProfiles } from '../../manage/sync/profiles.ts';
import { compareNames } from '../../model/server-name.ts';
import type { ApiContext } from '../api-context.ts';
import type { ProfilesAnswer } from '../contract/profiles.ts';
import { profileView } from './profile-view.ts';

/** `GET /api/profiles` */
export function profilesRoutes(api: ApiContext): Hono {
  return new Hono().get('/profiles', async (context) => {
    const found = await listProfiles(api.host);
    const answer: ProfilesAnswer = await Promise.all(
      found.toSorted((a, b) => compareNames(a.name, b.name)).map((one) => profileView(one, api)),
    );
    return context.json(answer);
  });
}
