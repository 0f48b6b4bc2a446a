import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { createApiContext } from '../../src/api/create-api-context.ts';
import { createAccess } from '../../src/api/security/access.ts';
import { cookieName } from '../../src/api/security/sessions.ts';
import { knownProjects, noteProject } from '../../src/store/state/known-projects.ts';
import { Page } from './support/page.ts';

test('only projects whose page was opened before can be opened from the page', async () => {
  const page = new Page();
  const other = page.path('other');
  mkdirSync(other);
  for (const path of [other, page.path('gone'), '/', `${page.project}/..`, `${other}; touch x`])
    expect([path, (await page.post('projects/open', { path })).status]).toEqual([path, 404]);
  await noteProject({ ...page.host, cwd: other });
  await noteProject({ ...page.host, cwd: page.path('gone') });
  const { body } = await page.get('projects');
  expect(
    body.map(({ project, isCurrent }: { project: { path: string }; isCurrent: boolean }) => [project.path, isCurrent]),
  ).toEqual([
    [page.project, true],
    [other, false],
  ]);
  const gone = await page.post('projects/open', { path: page.path('gone') });
  expect(gone).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringContaining('no longer exists') } },
  });
  // This page cannot start others, so it says how.
  const refused = await page.post('projects/open', { path: other });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'project-not-served' } } });
});

test('a project reached through a link is the same project', async () => {
  const page = new Page();
  const link = page.path('link');
  symlinkSync(page.project, link);
  const linked = { ...page.host, cwd: link };
  await noteProject(linked);
  await noteProject(page.host);
  expect(await knownProjects(page.host)).toEqual({ here: [page.project], gone: [] });
});

test('the page of a known project is started there, and only for a signed-in browser', async () => {
  const page = new Page();
  const other = page.path('other');
  mkdirSync(other);
  await noteProject({ ...page.host, cwd: other });
  const started: string[] = [];
  const api = createApiContext(
    page.host,
    {},
    {
      async openProject(path) {
        started.push(path);
        return 'http://127.0.0.1:1/auth?t=x';
      },
    },
  );
  const access = createAccess('secret', { port: 4712, url: 'http://127.0.0.1:4712' });
  const app = createApp({ api, access, webRoot: page.home });
  const open = async (headers: Record<string, string>): Promise<number> => {
    const answer = await app.request('http://127.0.0.1:4712/api/projects/open', {
      method: 'POST',
      headers: { host: '127.0.0.1:4712', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ path: other }),
    });
    return answer.status;
  };
  const cookie = `${cookieName(4712)}=${access.sessions.open()}`;
  expect(await open({ 'x-plugboard': '1' })).toBe(401);
  expect(await open({ cookie })).toBe(403);
  expect(started).toEqual([]);
  expect(await open({ cookie, 'x-plugboard': '1' })).toBe(200);
  expect(started).toEqual([other]);
  await api.close();
});
