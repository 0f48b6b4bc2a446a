import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { noteProject } from '../../../src/store/state/known-projects.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { machine } from '../../cli/support/machine.ts';

const servers = (token: string): object => ({ box: { command: 'node', env: { API_TOKEN: token } } });
const file = (token: string): string => JSON.stringify({ mcpServers: servers(token) });

it('scan finds plain secrets in all projects that a client lists or whose page was opened, each of them once', async () => {
  const here = machine({ '.mcp.json': file('canary-of-this-project') });
  const home = here.path('~/').replace(/\/$/, '');
  const [listed, visited, opened, bare] = ['listed', 'visited', 'opened', 'bare'].map((name) => `${home}/${name}`) as [
    string,
    string,
    string,
    string,
  ];
  for (const directory of [listed, visited, opened, bare]) mkdirSync(`${directory}/.cursor`, { recursive: true });
  writeFileSync(`${listed}/.cursor/mcp.json`, file('canary-in-cursor'));
  writeFileSync(`${opened}/.mcp.json`, file('canary-in-opened'));
  writeFileSync(`${visited}/.mcp.json`, file('canary-in-visited'));
  const projects = {
    [visited]: { mcpServers: {} },
    [here.project]: { mcpServers: {} },
    [listed]: { mcpServers: servers('canary-of-listed') },
    [bare]: { history: [] },
    [`${home}/gone`]: { mcpServers: servers('canary-of-gone') },
  };
  here.write('~/.claude.json', JSON.stringify({ projects }));
  await noteProject({ ...nodeHost(opened), home, env: here.env });
  const { data } = await askInProcess(here, ['secrets', 'scan']);
  const found = data.secrets.map((one: { client: string; file: string; elsewhere?: string }) => [
    one.client,
    one.file.replace(home, '~').replace(here.project, '.'),
    one.elsewhere?.replace(home, '~'),
  ]);
  const place = (one: readonly (string | undefined)[]): string => one.join(' ');
  expect(found.map(place).toSorted()).toEqual(
    [
      ['claude-code', './.mcp.json', undefined],
      ['claude-code', '~/.claude.json', '~/gone'],
      ['claude-code', '~/.claude.json', '~/listed'],
      ['claude-code', '~/opened/.mcp.json', '~/opened'],
      ['claude-code', '~/visited/.mcp.json', '~/visited'],
      ['cursor', '~/listed/.cursor/mcp.json', '~/listed'],
    ]
      .map(place)
      .toSorted(),
  );
  const inListed = { ...here, project: listed };
  expect(
    (await askInProcess(inListed, ['secrets', 'migrate', '--here', '--dry-run', '--to', 'file'])).data.entries,
  ).toHaveLength(2);
});
