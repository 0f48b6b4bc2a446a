import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTools } from '../../../src/runtime/tools/deferred-tools.ts';
import { hiddenInTools } from '../../../src/runtime/tools/hidden-text/hidden-in-tools.ts';
import { loadTools } from '../../../src/runtime/tools/load-tools.ts';
import { comparePins, isSame } from '../../../src/runtime/tools/pins/compare-pins.ts';
import { pinsOf } from '../../../src/runtime/tools/pins/pins.ts';
import { getPrompt, listPrompts } from '../../../src/runtime/tools/prompts.ts';
import { listResources, readResource } from '../../../src/runtime/tools/resources.ts';
import { serverTokens } from '../../../src/runtime/tools/tokens.ts';
import { closing, connection, connections, packaged, temporaryFolder } from './support/live-servers.ts';
import { memoryCache } from './support/memory-cache.ts';

const everything = packaged('everything', '@modelcontextprotocol/server-everything', 'stdio');

describe('servers of others', () => {
  it('all give their tools, with names that models accept', async () => {
    const servers = [
      everything,
      packaged('filesystem', '@modelcontextprotocol/server-filesystem', await temporaryFolder()),
      packaged('memory', '@modelcontextprotocol/server-memory'),
      packaged('sequential-thinking', '@modelcontextprotocol/server-sequential-thinking'),
      packaged('context7', '@upstash/context7-mcp'),
      packaged('fetch', 'mcp-fetch-server'),
      packaged('commands', 'mcp-server-commands'),
      packaged('shadcn', 'shadcn', 'mcp'),
      packaged('time', 'time-mcp'),
    ];
    const cache = memoryCache();
    const { tools, errors, live } = await loadTools({ servers: connections(...servers), cache });
    closing(live);
    expect(errors).toEqual([]);
    const counts = Array.from(live.servers, ([name, { tools, problems }]) => [name, tools.length, problems.length]);
    expect(counts).toEqual([
      ['everything', 13, 0],
      ['filesystem', 14, 0],
      ['memory', 9, 0],
      ['sequential-thinking', 1, 0],
      ['context7', 2, 0],
      ['fetch', 6, 0],
      ['commands', 1, 0],
      ['shadcn', 7, 0],
      ['time', 6, 0],
    ]);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(59);
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
    }
    for (const { tools, listing } of live.servers.values()) {
      expect(hiddenInTools(tools, listing?.info.instructions)).toEqual([]);
    }
    // Another run offers the same at once, and finds it confirmed.
    const again = closing(await openTools({ servers: connections(...servers), cache, verify: 'none' }));
    expect(again.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    await again.refresh();
    for (const [name, { tools, listing, confirmed }] of again.servers) {
      const before = live.servers.get(name);
      const pins = pinsOf(before?.tools ?? [], before?.listing?.info.instructions);
      expect([name, confirmed]).toEqual([name, true]);
      expect(isSame(comparePins(pins, pinsOf(tools, listing?.info.instructions)))).toBe(true);
    }
  });

  it('answer calls with all kinds of content', async () => {
    const { live } = await loadTools({ servers: [connection(everything)] });
    closing(live);
    const call = async (tool: string, args: Record<string, unknown>): Promise<string | undefined> =>
      (await live.find(`mcp_everything_${tool}`)?.execute(args))?.text;
    expect(await call('echo', { message: 'hi' })).toBe('Echo: hi');
    expect(await call('get_tiny_image', {})).toMatch(/^Here.*\n\[image: image\/png, \d+ bytes\]\n/s);
    expect(await call('get_resource_links', { count: 1 })).toMatch(/\[resource link: demo:\/\//);
    expect(await call('get_resource_reference', { resourceType: 'Text', resourceId: 1 })).toMatch(
      /\[resource: demo:\/\//,
    );
    expect(await call('get_sum', { a: 'x' })).toMatch(/^(?:MCP )?[Ee]rror: /);
    expect(serverTokens(live.tools)).toBeGreaterThan(500);
  });

  it('tell of their progress', async () => {
    const { live } = await loadTools({ servers: [connection(everything)] });
    closing(live);
    const seen: number[] = [];
    const tool = live.tools.find(({ mcpToolName }) => mcpToolName === 'trigger-long-running-operation');
    const onProgress = ({ progress }: { progress: number }): void => void seen.push(progress);
    const output = await tool?.execute({ duration: 0.2, steps: 2 }, { onProgress });
    expect(output?.isError).toBe(false);
    expect(seen).toEqual([1, 2]);
  });

  it('report what is invalid in a call', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.txt'), 'hello');
    const { live } = await loadTools({
      servers: [connection(packaged('files', '@modelcontextprotocol/server-filesystem', folder))],
    });
    closing(live);
    const read = live.find('mcp_files_read_text_file');
    expect(await read?.execute({ path: join(folder, 'a.txt') })).toMatchObject({ text: 'hello', isError: false });
    const missing = await read?.execute({ path: join(folder, 'b.txt') });
    expect(missing).toMatchObject({ isError: true, text: expect.stringMatching(/^Error: ENOENT/) as string });
  });

  it('have resources and prompts', async () => {
    const session = await connection(everything).connection.ready();
    const [resource] = await listResources(session);
    const { contents } = await readResource(session, resource?.uri ?? '');
    expect(contents[0]?.text ?? contents[0]?.blob).toBeDefined();
    const prompts = await listPrompts(session);
    expect(prompts.length).toBeGreaterThan(0);
    const { messages } = await getPrompt(session, 'simple-prompt');
    expect(messages[0]?.text).not.toBe('');
  });

  it('may promise resources they do not have', async () => {
    const session = await connection(packaged('fetch', 'mcp-fetch-server')).connection.ready();
    expect(await listResources(session)).toEqual([]);
  });
});
