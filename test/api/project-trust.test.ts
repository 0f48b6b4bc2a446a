import { expect, it } from 'vitest';
import { startApi } from './support/api.ts';

it('says whether the project is trusted, and changes it', async () => {
  const { ask, context } = await startApi();
  const heard: string[] = [];
  context.events.subscribe(({ type }) => heard.push(type));
  const trust = async (body?: unknown): Promise<unknown> =>
    (await ask('/api/project-trust', body === undefined ? {} : { method: 'POST', body })).json();
  expect(await trust()).toMatchObject({ isTrusted: false, isByApproval: false });
  expect(await trust({ trusted: true })).toMatchObject({ isTrusted: true, isByApproval: false });
  expect(await trust()).toMatchObject({ isTrusted: true });
  expect(await trust({ trusted: false })).toMatchObject({ isTrusted: false });
  expect(heard.filter((type) => type === 'approvals.changed').length).toBeGreaterThanOrEqual(2);
});

it('rejects an invalid decision', async () => {
  const { ask } = await startApi();
  expect((await ask('/api/project-trust', { method: 'POST', body: { trusted: 'yes' } })).status).toBe(400);
});
