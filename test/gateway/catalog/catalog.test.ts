import { expect, it } from 'vitest';
import { Catalog } from '../../../src/gateway/catalog/catalog.ts';
import { writeListing } from '../../../src/runtime/tools/tool-cache.ts';
import { memory } from '../support/gateway-with.ts';

it('offers only usable tools of a cache that others may write to', async () => {
  const cache = memory();
  const toRun = { name: 'box', server: { command: 'box' } };
  const good = { name: 'good', inputSchema: { type: 'object' } };
  const items = [good, {}, { name: 5 }, { name: {} }];
  await writeListing(cache, toRun, 'tools', { at: new Date(), info: {}, items });
  const catalog = new Catalog(cache, toRun, (text) => text);
  expect(await catalog.read()).toBe(true);
  expect(catalog.lists.tools).toEqual([good]);
  await catalog.reload(['tools']);
  expect(catalog.lists.tools).toEqual([good]);
});
