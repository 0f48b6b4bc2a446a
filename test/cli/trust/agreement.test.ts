import { expect, it } from 'vitest';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { withApiContext } from './api-context.ts';
import { type Scene, scene } from './support.ts';

/** What each part of the program says about the copy of a project's server in the catalog. */
async function opinions(here: Scene): Promise<Record<string, string>> {
  const host = { ...nodeHost(), cwd: here.project, home: here.path('~/'), env: here.env };
  const listed = here.ask(['list']).data.servers as { client: string; state: string }[];
  const got = here.ask(['get', 'evil']).data as { definitions: { client: string; state: string }[] };
  const { pending } = here.ask(['approve']).data as { pending: unknown[] };
  const status = here.ask(['status', 'evil']).data as { servers: { state: string }[] };
  const ofCatalog = (all: readonly { client: string; state: string }[]): string =>
    all.find(({ client }) => client === 'canonical')?.state === 'active' ? 'approved' : 'needed';
  return {
    list: ofCatalog(listed),
    get: ofCatalog(got.definitions),
    approve: pending.length === 0 ? 'approved' : 'needed',
    status: status.servers[0]?.state === 'active' ? 'approved' : 'needed',
    test: here.ask(['test', 'evil']).errors[0]?.code === 'approval-needed' ? 'needed' : 'approved',
    run:
      here.ask(['run', '--servers', 'evil', '--dry-run']).errors[0]?.code === 'approval-needed' ? 'needed' : 'approved',
    ...(await withApiContext(host, 'evil')),
  };
}

it('agree about a copy, before and after it is approved', async () => {
  const here = scene();
  here.run(['import']);
  here.write('.mcp.json', '{}');
  const before = await opinions(here);
  expect(before).toEqual(Object.fromEntries(Object.keys(before).map((part) => [part, 'needed'])));
  expect(here.started()).toBe(false);
  const [pending] = here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
  here.run(['approve', (pending?.fingerprint ?? '').slice(0, 16)]);
  const after = await opinions(here);
  expect(after).toEqual(Object.fromEntries(Object.keys(after).map((part) => [part, 'approved'])));
});
