import { Hono } from 'hono';
import * as z from 'zod';
import { knownProjects, projectPath } from '../../store/state/known-projects.ts';
import type { ApiContext } from '../api-context.ts';
import type { OpenProjectAnswer, ProjectsAnswer } from '../contract/projects.ts';
import { HttpError } from '../http-error.ts';
import { findRunningInstance } from '../instance/running-instance.ts';
import { readBody } from '../read-body.ts';
import { pathView } from '../views/words.ts';

const wanted = z.object({ path: z.string().max(4096) });

/** `GET /api/projects`, `POST /api/projects/open` */
export function projectsRoutes(api: ApiContext): Hono {
  const { host } = api;
  return new Hono()
    .get('/projects', async (context) => {
      const own = await projectPath(host);
      const paths = new Set([own, ...(await knownProjects(host)).here]);
      const answer: ProjectsAnswer = Array.from(paths, (path) => ({
        project: pathView(path, host),
        isCurrent: path === own,
      }));
      return context.json(answer);
    })
    .post('/projects/open', async (context) => {
      const { path } = await readBody(context, wanted);
      // Only directories that the user has opened before: the page must not choose where a process starts.
      const { here, gone } = await knownProjects(host);
      if (!here.includes(path))
        throw new HttpError(404, {
          code: 'not-found',
          field: 'path',
          message: gone.includes(path)
            ? `The directory ${path} no longer exists.`
            : `The page of ${path} was never opened.`,
        });
      const running = await findRunningInstance({ ...host, cwd: path });
      const link = running?.link ?? (await api.openProject?.(path));
      if (link === undefined)
        throw new HttpError(409, {
          code: 'project-not-served',
          message: 'The page of that project could not be started.',
          hint: `Start it in ${path} with: plugboard ui`,
        });
      return context.json({ link } satisfies OpenProjectAnswer);
    });
}
