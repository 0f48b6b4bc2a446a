import { expect, it } from 'vitest';
import { askInProcess } from '../cli/support/in-process.ts';
import { machineWithLauncher } from '../secrets/support/machine-with-launcher.ts';

const local = { command: 'node', args: ['x.js'], env: { API_TOKEN: 'canary-9x8y7z6w5v4u' } };
const remote = {
  type: 'http',
  url: 'https://mcp.example.com/mcp',
  headers: { Authorization: 'Bearer canary-8w7v6u5t4s3' },
};
const servers = JSON.stringify({ mcpServers: { loc: local, rem: remote } });
const set = '~/.claude/mcp-configs/work.json';

it('a set or a client is exported with what its launchers start, for other machines', async () => {
  const here = machineWithLauncher({ [set]: servers, '~/.claude.json': servers });
  await askInProcess(here, ['secrets', 'migrate', '--yes']);
  const expected = {
    loc: { command: 'node', args: ['x.js'], env: { API_TOKEN: '${API_TOKEN}' } },
    rem: { url: remote.url, headers: { Authorization: 'Bearer ${REM_TOKEN}' } },
  };
  const ofSet = await askInProcess(here, ['sets', 'export', 'work']);
  expect(JSON.parse(ofSet.data.text as string)).toMatchObject({ mcpServers: expected });
  expect(ofSet.data.variables).toEqual(['API_TOKEN', 'REM_TOKEN']);
  const { data } = await askInProcess(here, ['export', '--from', 'claude-code']);
  expect(JSON.parse(data.text as string)).toMatchObject({ servers: expected });
  expect(data).toMatchObject({ variables: ['API_TOKEN', 'REM_TOKEN'], plainSecrets: 0 });
});
