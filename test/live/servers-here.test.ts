import { expect, it } from 'vitest';
import { discover } from '../../src/discovery/discover.ts';
import { loadAllMCPConfigs } from '../../src/discovery/load-mcp-configs.ts';
import { originFinder } from '../../src/discovery/origin-of.ts';
import { serversHere } from '../../src/live/servers-here.ts';
import { Place } from './support/place.ts';

it('gives one definition per name, as it is written, with where it comes from', async () => {
  const place = new Place({ TOKEN: 'secret-value' });
  place.own({ mine: { command: 'node', env: { TOKEN: '${TOKEN}' } } });
  place.shared({ theirs: { command: '!whoami' }, mine: { command: 'other' } });
  const { servers, issues, broken } = await serversHere(place.host);
  expect(issues).toEqual([]);
  expect(broken).toEqual([]);
  expect(
    servers.map(({ name, server: { command, env }, origin, disabled }) => ({ name, command, env, origin, disabled })),
  ).toEqual([
    {
      name: 'mine',
      command: 'node',
      env: { TOKEN: '${TOKEN}' },
      origin: { file: place.path('.cursor/mcp.json'), client: 'cursor', scope: 'user' },
      disabled: false,
    },
    {
      name: 'theirs',
      command: '!whoami',
      env: undefined,
      origin: {
        file: place.path('work/project/.mcp.json'),
        client: 'mcp-json',
        scope: 'project',
        project: place.project,
      },
      disabled: false,
    },
  ]);
});

it('chooses what loadAllMCPConfigs chooses', async () => {
  const place = new Place();
  place.own({ a: { command: 'cursor-a' }, b: { command: 'cursor-b' }, odd: { command: '', url: 'nowhere' } });
  place.shared({ a: { command: 'shared-a' }, c: { command: 'shared-c' } });
  place.write(
    '.codex/config.toml',
    '[mcp_servers.b]\ncommand = "codex-b"\n[mcp_servers.d]\ncommand = "d"\nenabled = false\n',
  );
  const { configs, sources, disabled } = await loadAllMCPConfigs({ host: place.host });
  const { servers } = await serversHere(place.host);
  const running = servers.filter((server) => !server.disabled);
  expect(running.map(({ name }) => name)).toEqual(Object.keys(configs).toSorted());
  for (const { name, server, origin } of running) {
    expect([name, server.command, origin?.file]).toEqual([name, configs[name]?.command, sources[name]?.file]);
  }
  expect(servers.filter((server) => server.disabled).map(({ name }) => name)).toEqual(disabled.map(({ name }) => name));
});

it('takes only the clients and names that are asked for', async () => {
  const place = new Place();
  place.own({ a: { command: 'a' }, b: { command: 'b' } });
  place.shared({ c: { command: 'c' } });
  const named = await serversHere(place.host, { names: ['b', 'c', 'none'] });
  expect(named.servers.map(({ name }) => name)).toEqual(['b', 'c']);
  const ofCursor = await serversHere(place.host, { clients: ['cursor'] });
  expect(ofCursor.servers.map(({ name }) => name)).toEqual(['a', 'b']);
});

it('names the directory of the project that a file above belongs to', async () => {
  const place = new Place();
  place.write('work/.mcp.json', { mcpServers: { above: { command: 'x' } } });
  const { servers } = await serversHere(place.host);
  expect(servers[0]?.origin).toMatchObject({ file: place.path('work/.mcp.json'), project: place.path('work') });
});

it('takes a server for the project as soon as one of the merged files came with it', async () => {
  const place = new Place();
  place.write('.config/opencode/opencode.json', { mcp: { merged: { type: 'local', command: ['node', 'mine.js'] } } });
  place.write('work/project/opencode.json', {
    mcp: { merged: { environment: { NODE_OPTIONS: '--require ./evil.cjs' } } },
  });
  const { servers } = await serversHere(place.host, { clients: ['opencode'] });
  expect(servers).toMatchObject([
    {
      name: 'merged',
      server: { command: 'node', env: { NODE_OPTIONS: '--require ./evil.cjs' } },
      origin: { project: place.project },
    },
  ]);
});

it('does so also where the file of the person counts more', async () => {
  const place = new Place();
  place.write('.config/opencode/opencode.json', { mcp: { merged: { type: 'local', command: ['node', 'mine.js'] } } });
  place.write('work/project/opencode.json', { mcp: { merged: { environment: { A: '1' } } } });
  const discovery = await discover(place.host, { clients: ['opencode'] });
  const [found] = discovery.clients;
  const [verdict] = found?.names ?? [];
  const [theirs, mine] = verdict?.merged ?? [];
  if (!found || !verdict || !theirs || !mine) throw new Error('not merged');
  const turned = { ...found, names: [{ ...verdict, active: mine, merged: [mine, theirs] }] };
  const originOf = originFinder({ ...discovery, clients: [turned] }, place.home, { projectOf: () => undefined });
  expect(originOf(mine)).toMatchObject({ scope: 'project', project: place.project });
});

it('leaves out servers for other platforms', async () => {
  const place = new Place();
  const platforms = [process.platform === 'win32' ? 'linux' : 'windows'];
  place.write('work/project/plugboard.json', { servers: { elsewhere: { command: 'x', platforms } } });
  const { servers } = await serversHere(place.host);
  expect(servers.map(({ name, disabled }) => [name, disabled])).toEqual([['elsewhere', true]]);
});

it('says which files cannot be understood', async () => {
  const place = new Place();
  const file = place.write('.cursor/mcp.json', '{ "mcpServers": ');
  place.shared({ fine: { command: 'x' } });
  const { servers, issues, broken } = await serversHere(place.host);
  expect(broken).toEqual([file]);
  expect(issues.map((issue) => [issue.file, issue.severity])).toContainEqual([file, 'error']);
  expect(servers.map(({ name }) => name)).toEqual(['fine']);
});
