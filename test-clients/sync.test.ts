import { type ExpectStatic, inject, it } from 'vitest';
import { clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';
import { sync } from '../src/manage/sync/sync.ts';
import type { Host } from '../src/model/host.ts';
import { nodeHost } from '../src/store/host/node-host.ts';
import { applyPlan } from '../src/store/write/apply-plan.ts';
import type { Plan } from '../src/store/write/plan.ts';
import { askClient } from './ask-client.ts';
import type { Box } from './box.ts';
import { compareAnswer } from './compare-answer.ts';
import { drivers } from './drivers.ts';
import { servers } from './servers.ts';
import { fileCases } from './wanted-clients.ts';

it.concurrent.for(fileCases())('%s starts what a sync wrote to its %s file', async ([id, scope, client], context) => {
  const definition = (clients as Readonly<Record<string, Client | undefined>>)[id];
  if (!definition) throw new Error(`plugboard does not know ${id}`);
  let losses: Plan['losses'] = [];
  const answer = await askClient({
    cache: inject('cache'),
    client,
    driver: drivers[id],
    scope,
    names: Object.keys(servers('', '')),
    prepare: async (box, url) => {
      const targets = [`${id}:${scope}`];
      const synced = Object.entries(servers(box.log, url)).map(([name, server]) => [name, { ...server, targets }]);
      box.put('~/.config/plugboard/plugboard.json', JSON.stringify({ servers: Object.fromEntries(synced) }));
      losses = await syncIn(box, context.expect);
    },
  });
  context.onTestFailed(() => console.error(`── ${id} says\n${answer.raw}`));
  compareAnswer(context.expect, answer, { losses }, (name) => definition.names?.pattern?.test(name) ?? true);
});

/** Syncs twice; the second one must find nothing to do. */
async function syncIn({ home, project }: Box, expect: ExpectStatic): Promise<Plan['losses']> {
  const own = nodeHost();
  const host: Host = { ...own, home, cwd: project, env: { PATH: own.env['PATH'] } };
  const { plan } = await sync(host);
  await applyPlan(host, plan);
  expect.soft((await sync(host)).plan.changes, 'second sync').toEqual([]);
  return plan.losses;
}
