import { expect, it, vi } from 'vitest';
import { sync } from '../../../src/manage/sync/sync.ts';
import { recover } from '../../../src/store/journal/recover.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { dying } from '../../store/support/faults.ts';
import { propertyRuns, propertySeed } from '../../support/property-runs.ts';
import { type Workspace, workspace } from '../support/workspace.ts';
import { catalogName, targets } from './support.ts';

vi.setConfig({ testTimeout: 600_000 });

const ids = targets.map(({ client }) => client.id);
const catalog = (args: string[]): string =>
  JSON.stringify({ servers: { x: { command: 'npx', args, targets: ids }, y: { command: 'uvx', targets: ids } } });

/** A sync of twelve files has hundreds of steps. Each run tries some, other ones every time; `npm run test:deep` tries all. */
const stride = propertyRuns >= 5000 ? 1 : 30;
const first = 1 + (propertySeed % stride);

/** Twelve files from an earlier sync, and a catalog that has changed since. */
async function scene(): Promise<Workspace> {
  const space = workspace({ [catalogName]: catalog(['old']) });
  await applyPlan(space.host, (await sync(space.host)).plan);
  space.write(catalogName, catalog(['new']));
  return space;
}

it('leaves all old or all new when a process dies at any step of a sync of twelve files', async () => {
  const space = await scene();
  const old = space.files();
  const { plan, cells } = await sync(space.host);
  expect(cells.filter(({ outcome }) => outcome === 'write').length).toBe(12);
  await applyPlan(space.host, plan);
  const fresh = space.files();
  expect(Object.keys(fresh).length).toBe(13);
  const outcomes = new Set<string>();
  for (let at = first; ; at += stride) {
    await undo(space.host);
    expect(space.files()).toEqual(old);
    const planned = await sync(space.host);
    const process = dying(space.host, (_, count) => count === at);
    await applyPlan(process.host, planned.plan).catch(() => undefined);
    await recover(space.host);
    const now = space.files();
    const isNew = JSON.stringify(now) === JSON.stringify(fresh);
    if (!isNew) expect(now).toEqual(old);
    outcomes.add(isNew ? 'new' : 'old');
    // The record of what was written goes with the files: nothing looks like a hand edit afterwards.
    const again = await sync(space.host);
    expect(new Set(again.cells.map(({ name, outcome }) => `${name} ${outcome}`))).toEqual(
      new Set([isNew ? 'x same' : 'x write', 'y same']),
    );
    if (!isNew) await applyPlan(space.host, again.plan);
    if (!process.died()) break;
  }
  expect(outcomes).toEqual(new Set(['old', 'new']));
});
