import { describe, expect, it, vi } from 'vitest';
import type { DoctorAnswer, DoctorIssuesAnswer } from '../../src/api/contract/doctor.ts';
import type { ServersAnswer } from '../../src/api/contract/servers.ts';
import { Page } from './support/page.ts';

const files = ['.config/plugboard/plugboard.json', '.cursor/mcp.json', '.gemini/settings.json'];

/** Each file has all servers, and no two entries of a name are the same. */
function withServers(count: number): Page {
  const page = new Page();
  for (const [client, file] of files.entries()) write(page, file, count, client);
  return page;
}

function write(page: Page, file: string, count: number, version: number): void {
  const entries = Array.from({ length: count }, (_, index) => [
    `server-${index}`,
    { command: 'npx', args: ['-y', `@example/server-${index}@1.${version}.0`] },
  ]);
  page.write(file, { [file.includes('plugboard') ? 'servers' : 'mcpServers']: Object.fromEntries(entries) });
}

/** Every answer that is made from config files. */
const paths = [
  'servers',
  'servers/server-1',
  'servers/server-1/evidence',
  'issues',
  'overview',
  'matrix',
  'matrix/cell?name=server-1&client=cursor&scope=user',
  'doctor',
  'doctor/issues',
  'overview/checks',
  'context-cost',
  'context-cost/cursor',
  'tools',
];

describe('an answer', () => {
  it('reads a config file once, and the next one not at all', async () => {
    const page = withServers(3);
    const readFile = vi.spyOn(page.host.fs, 'readFile');
    const reads = (): number => readFile.mock.calls.filter(([path]) => path === page.path('.cursor/mcp.json')).length;
    await page.get('servers');
    expect(reads()).toBe(1);
    for (const path of ['servers', 'servers/server-1/evidence', 'overview', 'issues', 'context-cost', 'tools'])
      await page.get(path);
    expect(reads()).toBe(1);
    await page.get('matrix');
    const compared = reads();
    await page.get('matrix');
    expect(reads()).toBe(compared);
    await page.get('overview/checks');
    const examined = reads();
    await page.get('overview/checks');
    expect(reads()).toBe(examined);
  });

  it.each(paths)('of %s is never older than the files', async (path) => {
    const page = withServers(3);
    const first = await page.get(path);
    expect([first.status, (await page.get(path)).text]).toEqual([200, first.text]);
    page.write('.cursor/mcp.json', {
      mcpServers: { 'server-1': { command: 'changed', tools: 7 }, more: { command: 'uvx', args: ['package'] } },
    });
    page.write('.gemini/settings.json', { mcpServers: { 'server-1': { command: 'changed' }, other: { url: 4 } } });
    const second = await page.get(path);
    expect(second.status).toBe(200);
    expect(second.text).not.toBe(first.text);
  });
});

describe('a list', () => {
  it('carries what a row shows: each further client adds a number to it', async () => {
    const page = withServers(40);
    const { servers, places } = (await page.get('servers')).body as ServersAnswer;
    expect(places.map(({ file }) => file.short)).toEqual(files.map((file) => `~/${file}`));
    expect(servers[7]).toEqual({
      name: expect.any(String),
      transport: 'stdio',
      runs: 'local',
      summary: expect.stringContaining('npx -y'),
      differs: true,
      places: [0, 1, 2],
      status: { name: 'not-checked' },
    });
  });

  it('of many issues has groups with counts, and their issues one group at a time', async () => {
    const page = withServers(60);
    const { groups } = (await page.get('doctor')).body as DoctorAnswer;
    expect(groups.length).toBeGreaterThanOrEqual(60);
    expect(groups.filter((group) => 'issues' in group)).toEqual([]);
    const group = groups.find(({ server }) => server === 'server-7');
    const own = (await page.get('doctor/issues?group=server%20server-7')).body as DoctorIssuesAnswer;
    const { error = 0, warning = 0, info = 0 } = group?.counts ?? {};
    expect(own.map(({ server }) => server)).toEqual(Array.from({ length: error + warning + info }, () => 'server-7'));
    const all = (await page.get('doctor/issues')).body as DoctorIssuesAnswer;
    expect(all.filter(({ server }) => server === 'server-7')).toEqual(own);
  });

  it('of few issues has them whole, as when a text leaves few', async () => {
    const page = withServers(60);
    const { groups } = (await page.get('doctor?text=SERVER-59')).body as DoctorAnswer;
    expect(groups.map(({ server }) => server)).toContain('server-59');
    expect(groups.every(({ issues = [] }) => issues.length > 0)).toBe(true);
    expect(((await page.get('doctor?text=no%20such%20text')).body as DoctorAnswer).groups).toEqual([]);
  });
});
