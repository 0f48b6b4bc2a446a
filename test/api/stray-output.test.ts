import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Page } from './support/page.ts';

const program = fileURLToPath(new URL('../runtime/servers/stdio.mjs', import.meta.url));

it('says of a server that passed its test what it wrote where only messages belong', async () => {
  const page = new Page();
  page.write('.cursor/mcp.json', { mcpServers: { odd: { command: process.execPath, args: [program, 'garbage'] } } });
  await page.post('tests', { names: ['odd'] });
  const isOver = await page.event((event) => event.type === 'job' && event.job.isOver);
  expect(isOver).toMatchObject({ job: { failed: 0 } });
  const told = page.events.findLast((event) => event.type === 'server.status' && event.status.name === 'connected');
  expect(told).toMatchObject({ status: { hint: expect.stringContaining('not an MCP message: "Welcome!"') } });
});
