import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { discover } from '../../src/discovery/discover.ts';
import type { Discovery } from '../../src/discovery/types.ts';
import { fullHome } from './support/full-home.ts';
import { placeOf, shadowsOf, verdictOf } from './support/verdicts.ts';
import { absolute, project, servers, world } from './support/world.ts';

const everything = await fullHome();

/** The outcome without what only serves to look things up. */
function outline({ clients: found, issues }: Discovery): unknown {
  return {
    issues,
    clients: found.map(({ client, files, names }) => ({
      id: client.id,
      files: files.map(({ path }) => path),
      names: names.map((verdict) => [verdict.name, placeOf(verdict.active), verdict.disabled, shadowsOf(verdict)]),
    })),
  };
}

function namesIn({ clients: found }: Discovery): string[] {
  return found.flatMap(({ client, names }) => names.map(({ name }) => `${client.id} ${name}`));
}

describe('a home with every file of every client', () => {
  it('gives every server to its client', async () => {
    const found = await discover(world(everything).host);
    const servings = Object.values<Client>(clients).flatMap(({ id, locations }) =>
      locations
        .filter(({ exclusive, unread }) => !exclusive && !unread)
        .map(({ scope, variant }) => `${id} ${[id, scope, variant].filter(Boolean).join('-')}`),
    );
    const names = new Set(namesIn(found));
    // Those that share a file with a client before them have no server of their own in it.
    const sharing = /^(?:copilot-cli|command-code|qodo|qoder|jetbrains-air|mcp-json|sep-2633|visual-studio) /;
    expect(servings.filter((one) => !names.has(one) && !sharing.test(one))).toEqual([]);
    expect(found.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('reads each file once', async () => {
    const { host, reads } = world(everything);
    await discover(host);
    expect(reads.length).toBe(new Set(reads).size);
    expect(reads.length).toBe(Object.keys(everything).length);
  });

  it('is the same whatever the order in which files are read', async () => {
    const expected = outline(await discover(world(everything).host));
    const delays = fc.infiniteStream(fc.nat(6));
    await fc.assert(
      fc.asyncProperty(delays, async (stream) => {
        const { host } = world(everything, () => stream.next().value ?? 0);
        expect(outline(await discover(host))).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it('loses nothing but the servers of a file that is bad', async () => {
    const all = namesIn(await discover(world(everything).host));
    const bad: [string, unknown, string][] = [
      ['{ "mcpServers": ', '{ "mcpServers": ', 'syntax'],
      ['bytes', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'encoding'],
      ['unreadable', undefined, 'unreadable'],
    ];
    for (const path of Object.keys(everything)) {
      for (const [, content, code] of bad) {
        // oxlint-disable-next-line no-await-in-loop -- one at a time keeps a failure readable.
        const found = await discover(world({ ...everything, [path]: content }).host);
        const own = new Set(
          found.clients.filter(({ files }) => files.some((file) => file.path === path)).map(({ client }) => client.id),
        );
        const missing = all.filter((name) => !namesIn(found).includes(name));
        expect(missing.filter((name) => !own.has(name.split(' ')[0] as never))).toEqual([]);
        const about = found.issues.filter(({ file, severity }) => file === path && severity === 'error');
        expect(about.map((issue) => issue.code)).toContain(code);
      }
    }
  });
});

describe('a file', () => {
  it('that does not exist is not reported', async () => {
    const found = await discover(world({}).host);
    expect([found.issues, found.clients.flatMap(({ files }) => files)]).toEqual([[], []]);
  });

  it('with a key twice keeps its servers and is reported', async () => {
    const text = '{\n  "mcpServers": {\n    "x": { "command": "one" },\n    "x": { "command": "two" }\n  }\n}\n';
    const { host } = world({ './.cursor/mcp.json': text });
    const { clients: found, issues } = await discover(host, { clients: ['cursor'] });
    expect(found[0]?.names[0]?.active?.server.command).toBe('two');
    expect(issues.map(({ code, range }) => [code, range?.start.line])).toEqual([['duplicate-key', 4]]);
  });

  it('with a comment is lost for a client that reads strictly, and only for that one', async () => {
    const text = `// mine\n${JSON.stringify(servers({ x: { command: 'npx' } }))}`;
    const { host } = world({ './.mcp.json': text });
    const { clients: found } = await discover(host, { clients: ['claude-code', 'qoder'] });
    expect(found.map(({ names }) => names.length)).toEqual([0, 1]);
    expect(found[0]?.files[0]?.issues.map(({ code }) => code)).toEqual(['json-comment']);
  });

  it('with something that cannot be a server keeps its servers', async () => {
    const { host } = world({ './.cursor/mcp.json': servers({ bad: 5, x: { command: 'npx' } }) });
    const { clients: found, issues } = await discover(host, { clients: ['cursor'] });
    expect(found[0]?.names.map(({ name }) => name)).toEqual(['x']);
    expect(issues.map(({ code, range, file }) => [code, range?.start.line, file])).toEqual([
      ['wrong-type', 3, absolute('./.cursor/mcp.json')],
    ]);
  });

  it('with too many servers is an issue, and the other files are read', async () => {
    const many = (count: number): unknown =>
      servers(Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, { command: 'npx' }])));
    const { host } = world({ './.cursor/mcp.json': many(10_001), '~/.cursor/mcp.json': many(10_000) });
    const { clients: found, issues } = await discover(host, { clients: ['cursor'] });
    expect(found[0]?.names).toHaveLength(10_000);
    expect(issues.map(({ code, file, args }) => [code, file, args])).toEqual([
      ['too-many-servers', absolute('./.cursor/mcp.json'), { count: 10_001, limit: 10_000 }],
    ]);
  });

  it('may be a directory, which is an issue', async () => {
    const { host } = world({});
    const path = absolute('./.cursor/mcp.json');
    const fs = {
      ...host.fs,
      kindOf: (at: string) => Promise.resolve(at === path ? ('directory' as const) : undefined),
    };
    const { issues } = await discover({ ...host, fs });
    expect(issues.map(({ code, file }) => [code, file])).toEqual([['unreadable', path]]);
  });
});

it.each(['__proto__', 'constructor', 'größe', '名前', 'a b', '🛠'])('takes %s for a name like others', async (name) => {
  const text = `{ "mcpServers": { ${JSON.stringify(name)}: { "command": "npx" } } }`;
  const verdict = await verdictOf('claude-code', { './.mcp.json': text, '~/.claude.json': text }, name);
  expect(placeOf(verdict.active)).toBe('./.mcp.json:1');
  expect(shadowsOf(verdict)).toEqual(['~/.claude.json:1 higher-scope']);
});

it('opens a bounded number of a thousand files', async () => {
  const steps = Array.from({ length: 1000 }, (_, index) => `d${index}`);
  const deep = `${project}/${steps.join('/')}`;
  const files = Object.fromEntries(
    steps.map((step, index) => {
      const directory = `${project}/${steps.slice(0, index + 1).join('/')}`;
      return [`${directory}/.mcp.json`, servers({ [step]: { command: 'npx' } })];
    }),
  );
  const { host, reads, mostOpen } = world(files, () => 1);
  const { clients: found, issues } = await discover(host, { clients: ['claude-code'], project: deep });
  expect(found[0]?.names.length).toBe(1000);
  expect([issues, reads.length]).toEqual([[], 1000]);
  expect(mostOpen()).toBeGreaterThan(16);
  expect(mostOpen()).toBeLessThanOrEqual(64);
});

it('looks for user files where variables say they are', async () => {
  const { host } = world({ '/opt/codex/config.toml': '[mcp_servers.x]\ncommand = "npx"\n' });
  const found = await discover({ ...host, env: { CODEX_HOME: '/opt/codex' } }, { clients: ['codex'] });
  expect(found.clients[0]?.names.map(({ name }) => name)).toEqual(['x']);
});

it('works with the paths of Windows', async () => {
  const { host } = world({
    'C:/code/.mcp.json': servers({ above: { command: 'npx' } }),
    'C:/.mcp.json': servers({ root: { command: 'npx' } }),
    'C:/Users/me/.claude.json': { projects: { 'C:\\code\\app': servers({ local: { command: 'npx' } }) } },
  });
  const windows = { ...host, home: 'C:\\Users\\me', cwd: 'C:\\code\\app', platform: 'win32' as const };
  const found = await discover(windows, { clients: ['claude-code'] });
  expect(found.clients[0]?.names.map(({ name }) => name)).toEqual(['local', 'above', 'root']);
});
